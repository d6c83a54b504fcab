import SQLScriptsDiagnostics
import SQLScriptsFiles

extension Diagnostic {
  /// Makes a text of a number or a truth value where people write words: `"description": 42`.
  var textOfValue: FixIt? {
    guard case .wrongValue(let key, _, _, _, _)? = mistake as? ScriptMistake,
      [ScriptKey.description.name, StatementKey.note.name].contains(key),
      let name = span.file.name.split(separator: "/").last.map(String.init)
    else { return nil }
    let written = String(decoding: span.file.bytes[span.range], as: UTF8.self)
    switch ScriptName(name)?.format {
    // “null” is nobody's description.
    case .json? where written != "null" && written.allSatisfy(\.isOfScalar):
      return FixIt("Make \(written) a text", at: span, with: "\"\(written)\"")
    case .plist?:
      let parts = written.split(whereSeparator: { "<>".contains($0) })
      if let truth = ["true", "false"].first(where: { written.filter { $0 != " " } == "<\($0)/>" })
      {
        return FixIt("Make \(truth) a text", at: span, with: "<string>\(truth)</string>")
      }
      guard parts.count == 3, ["integer", "real"].contains(parts[0]), parts[2] == "/\(parts[0])",
        parts[1].allSatisfy(\.isOfScalar)
      else { return nil }
      return FixIt("Make \(parts[1]) a text", at: span, with: "<string>\(parts[1])</string>")
    default: return nil
    }
  }
}

extension Character {
  /// Whether it occurs in a number, in true or in false.
  fileprivate var isOfScalar: Bool { isASCII && (isLetter || isNumber || "+-.".contains(self)) }
}
