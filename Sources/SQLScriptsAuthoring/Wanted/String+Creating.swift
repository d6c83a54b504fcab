import SQLScriptsSQL
import SQLScriptsSchema

extension String {
  /// The statement that creates a table, with another name.
  ///
  /// Columns that are qualified with the old name get the new one, and ALTER TABLE renames them with the table.
  func creating(_ name: String, insteadOf old: String) -> String {
    let sql = SQLText(self)
    var bytes = sql.bytes
    let key = SQLName(old)
    var isNamed = false
    var places: [Range<Int>] = []
    for index in sql.indices where sql.isName(index) || sql.kind(index) == .string {
      guard SQLName(sql.name(index)) == key else { continue }
      if !isNamed {
        isNamed = index >= 2
        if isNamed { places.append(sql.tokens[index].range) }
      } else if sql.kind(index + 1) == .dot {
        places.append(sql.tokens[index].range)
      }
    }
    for place in places.reversed() {
      bytes.replaceSubrange(place, with: Array(name.quotedName.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
