import SQLScriptsSQL
import SQLScriptsSchema

extension SQLText {
  /// Whether a statement, or one in its trigger, deletes or changes all rows of a table, or drops something. Only the
  /// author may decide on a correction that leads to it.
  var isDestructive: Bool {
    let first = isTrigger ? indices.first { word($0) == "BEGIN" }.map { $0 + 1 } : 0
    let rest = indices.dropFirst(first ?? 0)
    return rest.split { tokens[$0].kind == .semicolon }.contains { isDestructive($0) }
  }

  private var isTrigger: Bool {
    word(0) == "CREATE" && indices.prefix(3).contains { word($0) == "TRIGGER" }
  }

  private func isDestructive(_ part: Range<Int>.SubSequence) -> Bool {
    let words = part.filter { tokens[$0].depth == tokens[part.startIndex].depth }.map(word)
    // A common table expression comes before the verb.
    let verb =
      words.first == "WITH" ? words.first { ["DELETE", "UPDATE"].contains($0) } : words.first
    switch verb {
    case "DELETE", "UPDATE": return !words.contains("WHERE")
    case "DROP": return true
    case "ALTER": return words.contains("DROP")
    default: return false
    }
  }
}
