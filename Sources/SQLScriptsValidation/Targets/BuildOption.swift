/// A build option of SQLite.
package enum BuildOption: Sendable, Hashable, CaseIterable {
  case fts5, rtree, json, mathFunctions, updateDeleteLimit, soundex, percentile

  /// Its common name.
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

  /// The first version of a system whose own SQLite has it; nil if that is not known.
  ///
  /// Sources: for Apple, the compile options of iOS 26 in GRDB issue 1874 and GRDB's availability of FTS5
  /// (since iOS 11.4) and of JSON; for Android, the compiler flags of its own SQLite as of 2024-03.
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

  /// The first release that includes it by default.
  var builtInSince: SQLiteVersion? { self == .json ? SQLiteVersion(3, 38) : nil }

  /// Whether the SQLite of a target is known to have it.
  func isIn(_ target: Target) -> Bool {
    if let builtInSince, target.sqlite >= builtInSince { return true }
    guard let since = since(target.platform).flatMap({ VersionNumbers($0) }) else { return false }
    return target.version >= since
  }
}
