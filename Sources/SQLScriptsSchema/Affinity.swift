import SQLScriptsSQL

/// What SQLite makes of a column's type. It accepts any words and looks for a few letters in them.
///
/// See <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
package enum Affinity: Sendable {
  case integer, text, blob, real, numeric

  package init(_ type: String) {
    let has = { (words: [String]) in words.contains { type.containsIgnoringCase($0) } }
    if has(["INT"]) {
      self = .integer
    } else if has(["CHAR", "CLOB", "TEXT"]) {
      self = .text
    } else if type.isEmpty || has(["BLOB"]) {
      self = .blob
    } else {
      self = has(["REAL", "FLOA", "DOUB"]) ? .real : .numeric
    }
  }
}
