import SQLScripts

extension MigrationRefusal {
  /// The version before a missing update; nil for other refusals.
  var versionBeforeGap: Int64? {
    switch self {
    case .gap(_, let version), .gapInNew(_, let version): version
    default: nil
    }
  }
}
