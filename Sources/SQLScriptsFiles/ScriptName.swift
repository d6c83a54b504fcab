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
    guard let parts = Self.parts(of: name) else { return nil }
    self.init(
      kind: parts.kind, format: parts.format,
      label: parts.label.map { String(decoding: Array(name.utf8)[$0], as: UTF8.self) })
  }

  /// The kind and format in the exact name of a script, and the bytes of its label; nil for any other name.
  ///
  /// It reads the bytes in place, because a launch check looks at the name of every script.
  static func parts(
    of name: String
  ) -> (kind: ScriptFile.Kind, format: ScriptFile.Format, label: Range<Int>?)? {
    var name = name
    return name.withUTF8 { bytes in
      guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
      let ending = String(decoding: bytes[(dot + 1)...], as: UTF8.self)
      guard let format = ScriptFile.Format(rawValue: ending) else { return nil }
      let stem = bytes[..<dot]
      if stem.elementsEqual(defaultStem) { return (.default, format, nil) }
      let isBare = !stem.starts(with: updatePrefix)
      guard !isBare || format == .sql else { return nil }
      let start = isBare ? 0 : updatePrefix.count
      let end = stem[start...].firstIndex { !(0x30...0x39).contains($0) } ?? dot
      guard let version = version(stem[start..<end]), version > 0, isBare || stem[start] != 0x30
      else { return nil }
      if end == dot { return (.update(version), format, nil) }
      let label = end + 1..<dot
      guard stem[end] == UInt8(ascii: "_"), !label.isEmpty, !isMisleading(stem[label]) else {
        return nil
      }
      return (.update(version), format, label)
    }
  }

  private static let defaultStem = Array("sql_default".utf8)
  private static let updatePrefix = Array("sql_update_".utf8)

  /// The number with these digits; nil if there are none, or too many.
  private static func version(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
    var version: Int64 = 0
    for digit in digits {
      let (tens, isTooLarge) = version.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(Int64(digit) - 0x30)
      if isTooLarge || overflows { return nil }
      version = sum
    }
    return digits.isEmpty ? nil : version
  }

  /// Whether the end of a label says that the file is not an update: a down migration (`1_init.down.sql`), or a script
  /// of another format (`sql_update_2_x.json.sql`). Other dots are part of the label: `0007_v1.3.0.sql`.
  private static func isMisleading(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let dot = label.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = String(decoding: label[(dot + 1)...], as: UTF8.self).lowercased()
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
