import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The names in double quotes that SQLite takes for texts in the views and triggers of a schema, because no column has
/// them. After a change, other ones are columns that are gone.
struct QuotedTexts {
  private var names: [SchemaHealth.Key: Set<SQLName>] = [:]
  /// The views and triggers that do not work.
  private(set) var broken: Set<SchemaHealth.Key> = []

  init(of schema: SchemaSnapshot, _ standIns: StandIns) throws(SQLiteError) {
    let creations = FormCreations(schema.creations())
    while true {
      let found = try FormScratch(creations.strict(self), standIns).broken(quotedText: false)
      var isDone = true
      for (key, message) in found {
        guard case .noSuchColumn(let column) = SQLiteMessage(message), let sql = creations[key],
          SQLText(sql).hasQuotedText(SQLName(column)),
          names[key, default: []].insert(SQLName(column)).inserted
        else { continue }
        isDone = false
      }
      if isDone {
        broken = Set(found.keys)
        return
      }
    }
  }

  /// The statement that creates a view or trigger, with its texts in single quotes.
  func strict(_ sql: String, _ key: SchemaHealth.Key) -> String {
    guard let names = names[key] else { return sql }
    let text = SQLText(sql)
    var bytes = text.bytes
    for index in text.indices.reversed() where text.mayBeQuotedText(index) {
      let name = text.name(index)
      guard names.contains(SQLName(name)) else { continue }
      bytes.replaceSubrange(text.tokens[index].range, with: Array(name.quoted(by: "'").utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SQLText {
  fileprivate func hasQuotedText(_ name: SQLName) -> Bool {
    indices.contains { mayBeQuotedText($0) && SQLName(self.name($0)) == name }
  }

  fileprivate func mayBeQuotedText(_ index: Int) -> Bool {
    kind(index) == .quotedName && bytes[tokens[index].range.lowerBound] == UInt8(ascii: "\"")
      && kind(index - 1) != .dot && kind(index + 1) != .dot && kind(index + 1) != .leftParenthesis
  }
}
