import SQLScriptsSQL
import SQLScriptsSchema

extension Words {
  /// The words with other names of tables, also before a dot in SQL.
  ///
  /// - Parameter columns: the names that columns have, too.
  func renaming(_ names: [SQLName: String], except columns: Set<SQLName> = []) -> Words {
    with(
      pieces.map { piece in
        switch piece {
        case .name(let name):
          .name(columns.contains(SQLName(name)) ? name : names[SQLName(name)] ?? name)
        case .table(let name): .name(names[SQLName(name)] ?? name)
        case .code(let sql): .code(SQLText(sql).renamingQualifiers(names))
        default: piece
        }
      }
    ).mappingAsides { SQLText($0).renamingQualifiers(names) }
  }
}

extension SQLText {
  fileprivate func renamingQualifiers(_ names: [SQLName: String]) -> String {
    var bytes = bytes
    for index in indices.reversed() where isName(index) && kind(index + 1) == .dot {
      guard let new = names[SQLName(name(index))] else { continue }
      bytes.replaceSubrange(tokens[index].range, with: new.quotedIfNeeded.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
