import Foundation

/// What a part has tried, and for how long it may go on.
struct Figures {
  let part: Part
  let seed: UInt64
  let only: String?
  private let start = Date()
  private let end: Date?
  private(set) var tried = 0
  private(set) var bad = 0
  /// How many there are; 0 where there is no end of them.
  var all = 0

  init(part: Part, seed: UInt64, only: String?, seconds: Double?) {
    self.part = part
    self.seed = seed
    self.only = only
    end = seconds.map { Date(timeIntervalSinceNow: $0) }
  }

  var hasTime: Bool { end.map { $0 > Date() } ?? true }

  func wants(_ id: String) -> Bool { only.map { $0 == id } ?? true }

  /// Counts a case. `complaint` is what was wrong, `details` what else helps to find out why.
  mutating func count(_ id: String, _ complaint: String?, _ details: String = "") {
    tried += 1
    guard let complaint else { return }
    bad += 1
    print("BAD \(id): \(complaint)")
    if !details.isEmpty { print("    \(details)") }
    print("    again: Tools/torture --seed \(seed) --case '\(id)'")
    fflush(nil)
  }

  var line: String {
    let of = all > tried ? " of \(all)" : ""
    let seconds = String(format: "%.0f", Date().timeIntervalSince(start))
    return "\(part.rawValue): \(tried)\(of) \(part.unit) tried, \(bad) bad (\(seconds) s)"
  }
}
