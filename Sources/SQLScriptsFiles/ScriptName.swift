package import SQLScriptsDiagnostics

/// The parts of a script's file name.
package struct ScriptName: Sendable, Hashable {
  package var kind: ScriptFile.Kind
  package var format: ScriptFile.Format

  /// The text after the number, for people.
  package var label: String?

  package init(kind: ScriptFile.Kind, format: ScriptFile.Format, label: String? = nil) {
    self.kind = kind
    self.format = format
    self.label = label
  }

  /// The kind of a file in a bundle's folder, according to its name.
  package enum Reading: Sendable, Hashable {
    case script(ScriptName)
    /// Meant as a script, or left over from one. Skipping it silently could lose an update.
    case mistake(Diagnostic)
    /// Any other file.
    case other
  }

  /// Parses a file name. Diagnostics show the file as `displayName`.
  ///
  /// - Parameters:
  ///   - scripts: the names of existing scripts, so that none of them is suggested.
  ///   - companions: the existing settings file and lock file.
  package static func read(
    _ name: String, displayName: String? = nil, besides scripts: [ScriptFile.Kind: String] = [:],
    companions: Set<String> = []
  ) -> Reading {
    if let script = ScriptName(name) { return .script(script) }
    let place = SourceSpan(ofFile: displayName ?? name)
    if let meant = CompanionNameMistake.meant(by: name) {
      let mistake =
        companions.contains(meant)
        ? NameMistake.companionLeftover(name, meant: meant) : .companion(name, meant: meant)
      return .mistake(Diagnostic(mistake, at: place))
    }
    return ScriptNameMistake(name: name, scripts: scripts).mistake.map {
      .mistake(Diagnostic($0, at: place))
    } ?? .other
  }

  /// Parses the exact name of a script; nil for any other name.
  package init?(_ name: String) {
    guard let (stem, ending) = name[...].splitAtLastDot,
      let format = ScriptFile.Format(rawValue: String(ending))
    else { return nil }
    if stem == "sql_default" {
      self.init(kind: .default, format: format)
      return
    }
    let prefix = "sql_update_".utf8
    let isBare = !stem.utf8.starts(with: prefix)
    guard !isBare || format == .sql else { return nil }
    let (digits, rest) = Substring(stem.utf8.dropFirst(isBare ? 0 : prefix.count)).splitAfterDigits
    guard let version = Int64(digits), version > 0, isBare || digits.utf8.first != 0x30 else {
      return nil
    }
    if rest.isEmpty {
      self.init(kind: .update(version), format: format)
      return
    }
    guard rest.utf8.first == 0x5F, rest.utf8.count > 1, !Self.isMisleading(rest) else {
      return nil
    }
    self.init(
      kind: .update(version), format: format, label: String(Substring(rest.utf8.dropFirst())))
  }

  /// Whether the end of a label says that the file is not an update: a down migration (`1_init.down.sql`), or a script
  /// of another format (`sql_update_2_x.json.sql`). Other dots are part of the label: `0007_v1.3.0.sql`.
  private static func isMisleading(_ label: Substring) -> Bool {
    guard let ending = label.splitAtLastDot?.ending.lowercased() else { return false }
    return ["", "down", "undo", "rollback"].contains(ending)
      || ScriptFile.Format(rawValue: ending) != nil
  }
}

// Text is split between bytes, because a letter with a combining mark is one `Character`, and the mark may follow an
// underscore.
extension Substring {
  /// The text before and after the last dot; nil if there is none, or nothing before it.
  var splitAtLastDot: (stem: Substring, ending: Substring)? {
    guard let dot = utf8.lastIndex(of: 0x2E), dot > startIndex else { return nil }
    return (self[..<dot], self[utf8.index(after: dot)...])
  }

  /// The ASCII digits at the start, and the rest.
  var splitAfterDigits: (digits: Substring, rest: Substring) {
    let end = utf8.firstIndex { !(0x30...0x39).contains($0) } ?? endIndex
    return (self[..<end], self[end...])
  }
}
