import SQLScriptsSQL

/// The current time and times relative to it, of SQLite's functions. <https://www.sqlite.org/lang_datefunc.html>
enum TimeWords {
  static func words(_ name: String, _ arguments: [SQLExpression]) -> Words? {
    var texts = arguments.compactMap { argument in
      if case .text(let text) = argument { text } else { nil }
    }
    guard texts.count == arguments.count else { return nil }
    var form = ""
    if name == "STRFTIME" {
      guard !texts.isEmpty else { return nil }
      form = texts.removeFirst()
    }
    guard let kind = kind(name, form) else { return nil }
    if texts.isEmpty { return kind.words(nil) }
    guard texts[0].lowercased() == "now" else { return nil }
    texts.removeFirst()
    let isLocal = texts.contains { $0.lowercased() == "localtime" }
    texts.removeAll { ["localtime", "subsec"].contains($0.lowercased()) }
    guard texts.count <= 1 else { return nil }
    var difference: Words?
    if let modifier = texts.first {
      guard let words = offset(modifier) else { return nil }
      difference = words
    }
    return kind.words(difference) + (isLocal ? " in the local time zone" : "")
  }

  static func isInSeconds(_ name: String, _ arguments: [SQLExpression]) -> Bool {
    name == "UNIXEPOCH" || name == "STRFTIME" && arguments.first == .text("%s")
  }

  private enum Kind {
    case time, date, timeOfDay, seconds, julian

    func words(_ difference: Words?) -> Words {
      switch (self, difference) {
      case (.time, nil): "the current time"
      case (.date, nil): "the current date"
      case (.timeOfDay, nil): "the current time of day"
      case (.seconds, nil): "the current time in seconds"
      case (.julian, nil): "the current time as a Julian day"
      case (.time, let difference?): "the time \(difference)"
      case (.date, let difference?): "the date \(difference)"
      case (.timeOfDay, let difference?): "the time of day \(difference)"
      case (.seconds, let difference?): "the time \(difference) in seconds"
      case (.julian, let difference?): "the time \(difference) as a Julian day"
      }
    }
  }

  private static func kind(_ name: String, _ form: String) -> Kind? {
    switch (name, form) {
    case ("CURRENT_TIMESTAMP", _), ("DATETIME", _): .time
    case ("CURRENT_DATE", _), ("DATE", _), ("STRFTIME", "%Y-%m-%d"), ("STRFTIME", "%F"): .date
    case ("CURRENT_TIME", _), ("TIME", _), ("STRFTIME", "%H:%M:%S"): .timeOfDay
    case ("UNIXEPOCH", _), ("STRFTIME", "%s"): .seconds
    case ("JULIANDAY", _), ("STRFTIME", "%J"): .julian
    case ("STRFTIME", _) where form.hasPrefix("%Y-%m-%d") && form.contains("%H:%M"): .time
    default: nil
    }
  }

  /// “30 days ago”, of “-30 days”.
  private static func offset(_ modifier: String) -> Words? {
    let parts = modifier.split(separator: " ")
    guard parts.count == 2, let number = Int(parts[0]), number != 0, number != .min else {
      return nil
    }
    var unit = parts[1].lowercased()
    if unit.hasSuffix("s") { unit.removeLast() }
    guard ["second", "minute", "hour", "day", "month", "year"].contains(unit) else { return nil }
    let count = number.magnitude
    let amount = "\(count) \(unit)\(count == 1 ? "" : "s")"
    return number < 0 ? Words("\(amount) ago") : Words("\(amount) from now")
  }
}
