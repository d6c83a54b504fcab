/// How the updates of a bundle are numbered.
package enum ScriptNumbering: Sendable {
  /// The numbering of updates if the settings do not say: timestamps if every number has twelve digits or more.
  package static func numbering(firstUpdate: Int64?) -> BundleSettings.Numbering {
    (firstUpdate ?? 0) >= 100_000_000_000 ? .timestamp : .sequential
  }
}

extension ScriptBundle {
  /// The numbering of updates: as the settings say, else timestamps if every number has twelve digits or more.
  package func numbering(_ settings: BundleSettings) -> BundleSettings.Numbering {
    if let numbering = settings.numbering { return numbering }
    return ScriptNumbering.numbering(firstUpdate: firstUpdate)
  }
}
