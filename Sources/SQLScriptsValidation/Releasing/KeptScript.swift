import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A released default script, whose text `sqlscripts.lock` keeps.
///
/// Most people let `sql_default` create the newest version. Then no script creates the versions that users have, and
/// updates could not be rehearsed. The kept script creates the version that it once released.
package struct KeptScript: Sendable {
  /// The version that it creates.
  package let version: Int64

  /// The file as it was released. Its name in findings says so.
  package let file: ScriptFile

  /// The checksum of its statements.
  package let checksum: Checksum

  /// Where the lock mentions it; nil if it was not read from a lock.
  var span: SourceSpan?

  /// A larger script is not kept.
  package static let greatestSize = 4 << 20

  /// Keeps a default script; nil for an update and for a script that is too large.
  package init?(_ script: Script) {
    let source = script.document.source
    guard script.file.kind == .default, source.count <= Self.greatestSize else { return nil }
    self.init(
      version: script.version, name: script.file.name, checksum: Checksum(of: script),
      bytes: Array(source.bytes))
  }

  /// - Returns: nil if the name is not that of a default script.
  init?(
    version: Int64, name: String, checksum: Checksum, bytes: [UInt8], span: SourceSpan? = nil
  ) {
    guard let parsed = ScriptName(name), parsed.kind == .default else { return nil }
    self.version = version
    self.checksum = checksum
    self.span = span
    file = ScriptFile(
      kind: .default, format: parsed.format, name: name,
      displayName: "\(name) as released for version \(version)", content: .bytes(bytes))
  }

  /// The script; nil if the text does not have the checksum.
  func script(of bundle: ScriptBundle) -> Script? {
    guard let reading = try? bundle.read(file), !reading.diagnostics.hasErrors,
      let script = reading.script, script.version == version, Checksum(of: script) == checksum
    else { return nil }
    return script
  }

  /// Its lines in the lock.
  var lines: [String] {
    let first = "\(version) kept \(LockText.escaped(file.name)) \(checksum)"
    guard case .bytes(let bytes) = file.content else { return [first] }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes), !bytes.contains(0) else {
      return [first, "\(version) hex " + LockText.hex(bytes)]
    }
    // A line of Swift characters would join CR and LF.
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    return [first] + lines.map { "\(version) text " + LockText.escaped(String(Substring($0))) }
  }
}
