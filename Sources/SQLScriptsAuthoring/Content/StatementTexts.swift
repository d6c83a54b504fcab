import SQLScripts
import SQLScriptsFiles
import SQLScriptsValidation

/// The statements of a script as SQLite splits them, each byte by byte from its first token to its last. The text
/// between two statements and the format of the file are ignored.
///
/// SQLite stores the text of what it creates, with whitespace and comments. Equal checksums over tokens mean that two
/// scripts do the same. Equal statement texts mean that they also leave the same text in the schema.
struct StatementTexts {
  private var hash = XXH64()
  private var count = 0
  /// Whether a statement without a `;` is followed by others, which are only separate because each is an item.
  private(set) var needsItems = false

  /// - Parameter tails: whether to compare also the text between the last token and the `;`, where SQLite may store it.
  init(of script: Script, tails: Bool) {
    var isOpen = false
    for item in script.items {
      script.document.withBytes(of: item.text) { bytes in
        StatementBytes.each(in: bytes) { statement, isWhole in
          needsItems = needsItems || isOpen
          isOpen = !isWhole
          let known = StatementBytes.known(of: statement, tail: tails)
          hash.update(UnsafeBufferPointer(rebasing: statement[known]))
          withUnsafeBytes(of: UInt64(known.count).littleEndian) {
            hash.update($0.assumingMemoryBound(to: UInt8.self))
          }
          count += 1
        }
      }
    }
  }

  /// Whether two scripts, in any format, give SQLite the same statements.
  static func areSame(_ script: Script, _ other: Script, tails: Bool) -> Bool {
    let (texts, others) = (Self(of: script, tails: tails), Self(of: other, tails: tails))
    guard texts.count == others.count, texts.hash.finish() == others.hash.finish() else {
      return false
    }
    let formats = [script.file.format, other.file.format]
    return !formats.contains(.sql) || !texts.needsItems && !others.needsItems
  }

  /// Whether a script and its replacement in another bundle give SQLite the same statements, including everything that
  /// SQLite may store.
  static func areSame(
    _ file: ScriptFile, in bundle: ScriptBundle, _ other: ScriptBundle
  ) -> Bool {
    guard let new = other.scripts.first(where: { $0.kind == file.kind }),
      let before = try? bundle.read(file).script, let after = try? other.read(new).script
    else { return false }
    return areSame(before, after, tails: true)
  }
}
