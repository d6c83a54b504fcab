import SQLScriptsDatabase

/// What was tried, what was bad, and for how long it may go on.
package struct Figures {
  /// Something bad, and what repeats it.
  package struct Finding: Sendable, Hashable {
    package let id: String
    package let complaint: String
    /// What else helps to find out why; may be empty.
    package let details: String
  }

  package let seed: UInt64
  private let only: String?
  private let end: UInt64?
  private let stops: () -> Bool
  private let onFinding: (Finding) -> Void
  package private(set) var tried = 0
  package private(set) var bad = 0
  /// How many there are; 0 where there is no end of them.
  package var all = 0

  /// - Parameters:
  ///   - only: one case to repeat; nil for all.
  ///   - seconds: how long it may take; nil for as long as it takes.
  ///   - stops: asked before each case whether to stop.
  package init(
    seed: UInt64, only: String? = nil, seconds: Double?, stops: @escaping () -> Bool = { false },
    onFinding: @escaping (Finding) -> Void
  ) {
    self.seed = seed
    self.only = only
    end = seconds.map { Milliseconds.now &+ UInt64(max(0, $0) * 1e9) }
    self.stops = stops
    self.onFinding = onFinding
  }

  /// Whether there is time left, and nobody stops it.
  package var hasTime: Bool { !stops() && end.map { $0 > Milliseconds.now } ?? true }

  /// Whether to go on to the next of cases that each have a name of their own.
  package var goesOn: Bool { (only == nil || tried == 0) && hasTime }

  package func wants(_ id: String) -> Bool { only.map { $0 == id } ?? true }

  /// Counts a case. `complaint` is what was wrong, `details` what else helps to find out why.
  package mutating func count(_ id: String, _ complaint: String?, _ details: String = "") {
    guard wants(id) else { return }
    tried += 1
    guard let complaint else { return }
    bad += 1
    onFinding(Finding(id: id, complaint: complaint, details: details))
  }
}
