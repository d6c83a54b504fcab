import SQLScriptsDatabase

/// Counts cases and errors, and limits the time.
package struct TortureCounts {
  /// An error, and the case that repeats it.
  package struct Finding: Sendable, Hashable {
    package let id: String
    package let violation: String
    /// Additional details for debugging; may be empty.
    package let details: String
  }

  package let seed: UInt64
  private let only: String?
  private let end: UInt64?
  private let stops: () -> Bool
  private let onFinding: (Finding) -> Void
  package private(set) var tried = 0
  package private(set) var bad = 0
  /// The number of all cases; 0 if it is unlimited.
  package var all = 0

  /// - Parameters:
  ///   - only: one case to repeat; nil for all.
  ///   - seconds: the time limit; nil for none.
  ///   - stops: called before each case; return true to stop.
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

  /// Whether there is time left and nobody has stopped it.
  package var hasTime: Bool { !stops() && end.map { $0 > Milliseconds.now } ?? true }

  /// Whether to continue with the next named case.
  package var goesOn: Bool { (only == nil || tried == 0) && hasTime }

  package func wants(_ id: String) -> Bool { only.map { $0 == id } ?? true }

  /// Counts a case. `violation` is the error, and `details` helps to debug it.
  package mutating func count(_ id: String, _ violation: String?, _ details: String = "") {
    guard wants(id) else { return }
    tried += 1
    guard let violation else { return }
    bad += 1
    onFinding(Finding(id: id, violation: violation, details: details))
  }
}
