import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// Properties of every lock file.
enum LockClaims {
  static func hold(_ bytes: [UInt8]) {
    let bundle = ScriptBundle(
      scripts: [.default(["CREATE TABLE a (b)"]), .update(2, ["ALTER TABLE a ADD COLUMN c"])],
      settings: nil, lock: bytes)
    guard let reading = LockFile.reading(bundle), let source = try? bundle.lockSource() else {
      return claim(false, "a lock in memory is read")
    }
    ShownClaims.hold(reading.diagnostics, in: [source])
    let again = LockFile.reading(bundle)
    claim(again?.lock.entries == reading.lock.entries, "a lock is read alike twice")
    claim(again?.diagnostics == reading.diagnostics, "a lock is read alike twice: findings")
    let scripts = bundle.scripts.compactMap { try? bundle.read($0).script }
    let files = scripts.map(\.document.source)
    ShownClaims.hold(reading.lock.check(scripts), in: files + [source])
    let written = SourceFile(name: source.name, bytes: Array(reading.lock.text.utf8))
    let read = LockFile.reading(written)
    claim(
      read.diagnostics.isEmpty || reading.lock.entries.isEmpty, "a lock, written again, is whole")
    claim(
      read.lock.entries.map(\.words) == reading.lock.entries.map(\.words),
      "a lock, written again, says the same")
  }
}

extension LockFile.Entry {
  fileprivate var words: [String] { ["\(version)", kind.rawValue, name, "\(checksum)"] }
}
