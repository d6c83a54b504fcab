import SQLScriptsValidation

extension BundleDescription {
  /// How long the scripts that a new database runs take for 1,000 rows in each table that they change, in milliseconds,
  /// by file name.
  package func times(_ standIns: StandIns) -> [String: Double] {
    guard var timing = try? ScriptTiming(standIns) else { return [:] }
    var times: [String: Double] = [:]
    var last: String?
    for entry in entries {
      // A script on another route starts from another schema.
      guard let script = entry.rehearsed, entry.previous?.name == last else { continue }
      times[entry.file.name] = timing.measure(script)
      last = entry.file.name
    }
    return times
  }
}
