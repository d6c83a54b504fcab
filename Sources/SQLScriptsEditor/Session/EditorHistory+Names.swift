import SQLScriptsReporting

extension EditorHistory {
  /// The files whose scripts had other names, as the page gets them.
  ///
  /// - Parameter before: the scripts by file name then.
  func renamings(since before: [String: Int]) -> JSONText {
    .array(
      scripts.sorted { $0.key < $1.key }.compactMap { name, script -> JSONText? in
        Self.name(of: script, in: before, insteadOf: name)
          .map { ["from": .string($0), "to": .string(name)] }
      })
  }

  /// The other name that a script has on the disk; nil if it has the same one there, or if it is new.
  func nameOnDisk(of name: String) -> String? {
    scripts[name].flatMap { Self.name(of: $0, in: scriptsOnDisk, insteadOf: name) }
  }

  private static func name(
    of script: Int, in scripts: [String: Int], insteadOf name: String
  ) -> String? {
    scripts[name] == script ? nil : scripts.first { $0.value == script }?.key
  }
}
