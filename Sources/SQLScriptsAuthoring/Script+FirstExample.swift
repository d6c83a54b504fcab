import SQLScriptsFiles

extension Script {
  /// Whether it is the default script of a new bundle, whose example table nobody has replaced.
  package var isFirstExample: Bool {
    guard file.kind == .default else { return false }
    let example = ScriptText.default(file.format)
    return document.source.bytes.filter { $0 != 0x0D }.elementsEqual(example.utf8)
  }
}
