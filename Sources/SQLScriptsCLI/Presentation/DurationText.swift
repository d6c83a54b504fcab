/// Durations as text.
enum DurationText {
  /// A duration that is only known to the millisecond.
  static func text(wholeMilliseconds: Int) -> String {
    wholeMilliseconds < 10
      ? "\(wholeMilliseconds) ms" : text(milliseconds: Double(wholeMilliseconds))
  }

  static func text(milliseconds: Double) -> String {
    if milliseconds < 10 { return "\((milliseconds * 10).rounded() / 10) ms" }
    if milliseconds < 1000 { return "\(Int(milliseconds.rounded())) ms" }
    let seconds = milliseconds / 1000
    if seconds < 60 { return "\((seconds * 10).rounded() / 10) s" }
    return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
  }
}
