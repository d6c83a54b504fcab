/// A part of SQLite that is not in every build of it.
package enum BuildOption: Sendable, Hashable, CaseIterable {
  case fts5, rtree, json, mathFunctions, updateDeleteLimit, soundex, percentile

  /// What people call it.
  var words: String {
    switch self {
    case .fts5: "full-text search with FTS5"
    case .rtree: "R-tree indexes"
    case .json: "JSON functions"
    case .mathFunctions: "math functions"
    case .updateDeleteLimit: "LIMIT in UPDATE and DELETE"
    case .soundex: "soundex()"
    case .percentile: "median() and percentile()"
    }
  }

  /// From which version on a system's own SQLite has it; nil where it is not known to have it.
  ///
  /// Sources: of Apple, the compile options of iOS 26 in GRDB issue 1874 and GRDB's availability of FTS5
  /// (since iOS 11.4) and of JSON; of Android, the compiler flags of its own SQLite as of 2024-03.
  func since(_ platform: TargetPlatform) -> String? {
    switch (self, platform) {
    case (_, .android), (_, .sqlite), (.soundex, _), (.percentile, _): nil
    case (.json, .macOS): "10.15"
    case (.json, .tvOS): "17"
    case (.json, .watchOS): "9"
    case (.json, .visionOS): "1"
    case (.json, _): "16"
    case (.fts5, .iOS): "11.4"
    case (.fts5, .macOS): "10.13"
    case (.mathFunctions, _): "26"
    case (.fts5, _), (.rtree, _), (.updateDeleteLimit, _): "1"
    }
  }

  /// From which release on every build has it, unless somebody leaves it out.
  var builtInSince: SQLiteVersion? { self == .json ? SQLiteVersion(3, 38) : nil }

  /// Whether the SQLite of a target is known to have it.
  func isIn(_ target: Target) -> Bool {
    if let builtInSince, target.sqlite >= builtInSince { return true }
    guard let since = since(target.platform).flatMap({ VersionNumbers($0) }) else { return false }
    return target.version >= since
  }
}
