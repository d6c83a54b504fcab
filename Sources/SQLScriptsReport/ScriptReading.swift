import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A script as far as it can be read.
package struct ScriptReading: Sendable {
  package let script: Script?
  /// The text of a file with mistakes in its form, so that an editor can show it; nil if it is not text.
  package let text: String?

  package init(_ file: ScriptFile, in bundle: ScriptBundle) {
    guard let source = try? bundle.source(of: file) else {
      (script, text) = (nil, nil)
      return
    }
    let reading = bundle.read(file, in: source)
    script = reading.script
    let isBroken = reading.script == nil || reading.diagnostics.hasErrors
    text = isBroken ? source.text : nil
  }
}

extension SourceFile {
  /// The text; nil if it is binary or not UTF-8.
  fileprivate var text: String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) && !text.utf8.contains(0) ? text : nil
  }
}
