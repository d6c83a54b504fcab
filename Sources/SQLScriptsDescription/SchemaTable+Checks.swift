import SQLScriptsSQL
import SQLScriptsSchema

extension SchemaTable {
  /// The conditions of its CHECKs as they were written, in order.
  var checks: [String] {
    let sql = SQLText(sql)
    let open = sql.indices.filter { sql.has("CHECK", "(", at: $0) }.map { $0 + 1 }
    return open.compactMap { open in
      let end = sql.end(ofParenthesis: open)
      return open + 1 < end ? sql.code(of: sql.unwrapped(open + 1..<end)) : nil
    }
  }

  /// The conditions of its CHECKs by their canonical text, which has no quotes around names.
  var writtenChecks: [String: String] {
    let named = checks.map { (CanonicalSQL($0).unwrapped.text, $0) }
    return Dictionary(named) { first, _ in first }
  }
}
