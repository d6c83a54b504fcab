import SQLScriptsDatabase

extension RehearsedStatement {
  /// What a rule of the table itself refused, in words; nil if the statement failed for another reason.
  var constraintWords: (message: String, help: String)? {
    guard let error, denial == nil else { return nil }
    let parts = error.message.split(separator: ": ", maxSplits: 1)
    let kind = parts.first ?? ""
    let names = parts.count == 2 ? Self.columns(parts[1]) : (table: "", columns: "")
    switch kind {
    case "UNIQUE constraint failed" where !names.table.isEmpty:
      return (
        "“\(names.table)” has a row with this \(names.columns) already",
        "Take the row out, give it another \(names.columns), or write INSERT OR IGNORE."
      )
    case "NOT NULL constraint failed" where !names.table.isEmpty:
      return (
        "This leaves \(names.columns) of “\(names.table)” empty, which is NOT NULL",
        "Give \(names.columns) a value."
      )
    case "CHECK constraint failed":
      let check = parts.count == 2 ? " “\(String(parts[1]).oneLine)”" : ""
      return (
        "This does not satisfy the CHECK\(check) of the table",
        "Write a value that satisfies it, or change the CHECK."
      )
    case "datatype mismatch":
      return (
        "This puts something else than a whole number into an INTEGER PRIMARY KEY",
        "Write a whole number, or leave the column out: SQLite numbers the row."
      )
    default: return Self.words.first { error.message.contains($0.part) }.map { ($0.words, $0.help) }
    }
  }

  /// What SQLite says of other things that are not so much wrong as not possible.
  private static let words: [(part: String, words: String, help: String)] = [
    (
      "has more than one primary key", "This table has two primary keys",
      "Keep PRIMARY KEY at one column, or write PRIMARY KEY (a, b) behind the last column."
    ),
    (
      "ON CONFLICT clause does not match", "ON CONFLICT names columns that are not UNIQUE together",
      "Make a UNIQUE index on these columns before, or name the primary key."
    ),
    (
      "cannot add a STORED column", "A STORED column cannot be added to a table that exists",
      "Write VIRTUAL in place of STORED."
    ),
    (
      "PRIMARY KEY missing on table", "A table WITHOUT ROWID needs a primary key",
      "Add PRIMARY KEY to a column, or take WITHOUT ROWID out."
    ),
    (
      "unknown datatype for", "A STRICT table knows INT, INTEGER, REAL, TEXT, BLOB and ANY only",
      "Write one of these types, or take STRICT out."
    ),
    (
      "trigger on view", "A view can only have INSTEAD OF triggers",
      "Write INSTEAD OF in place of BEFORE or AFTER."
    ),
    (
      "Cannot add a column to a view", "A view has the columns of its SELECT and gets no others",
      "Drop the view, and create it again with the column."
    ),
    (
      "because it is a view", "A view has no rows of its own to change",
      "Write the table that the view reads."
    ),
    (
      "no such module", "SQLite has no kind of virtual table with this name here",
      "Correct the name behind USING, such as fts5."
    ),
    (
      "HAVING clause on a non-aggregate", "HAVING needs a GROUP BY",
      "Write WHERE in place of HAVING."
    ),
  ]

  /// `user.id, user.name` as the table and “id” and “name”.
  private static func columns(_ list: Substring) -> (table: String, columns: String) {
    let pairs = list.split(separator: ", ").map { $0.split(separator: ".", maxSplits: 1) }
    guard let table = pairs.first?.first, pairs.allSatisfy({ $0.count == 2 }) else {
      return ("", "")
    }
    return (String(table), pairs.map { "“\($0[1])”" }.joined(separator: " and "))
  }
}
