import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// The columns of a table that hold JSON, as far as the schema and the scripts show it.
struct JSONColumns {
  private var names: Set<String> = []

  /// - Parameters:
  ///   - known: lowercase names of columns that hold JSON in any table.
  ///   - texts: further SQL that may use the columns.
  init(of table: SchemaTable, known: Set<String>, and texts: [String] = []) {
    for column in table.columns {
      let name = column.name.asciiLowercased
      if known.contains(name) || Self.isDeclared(column) { names.insert(name) }
    }
    let own = [table.sql] + table.indexes.compactMap(\.sql) + table.triggers.map(\.sql)
    for sql in own + texts where sql.utf8.withContiguousStorageIfAvailable(Self.mayUse) != false {
      let sql = SQLText(sql)
      for index in sql.indices {
        guard let name = Self.name(usedAt: index, of: sql), table.column(name) != nil else {
          continue
        }
        names.insert(name)
      }
    }
  }

  func contains(_ column: String) -> Bool { names.contains(column.asciiLowercased) }

  private static func isDeclared(_ column: SchemaColumn) -> Bool {
    let value = column.defaultValue ?? ""
    return value.hasPrefix("'{") || value.hasPrefix("'[")
      || SQLiteMeaning.mentions("json", in: column.type)
      || SQLiteMeaning.mentions("json", in: column.name)
  }
}

extension JSONColumns {
  private static let usualNames = [
    "json", "data", "content", "payload", "meta", "setting", "option", "config", "preference",
    "propert", "attribut", "profile", "param", "extra", "detail", "tags",
  ]

  /// Whether columns with such a name often hold JSON: `settings`, `extra_data`.
  static func isUsual(_ column: String) -> Bool {
    usualNames.contains { SQLiteMeaning.mentions($0, in: column) }
  }

  /// The lowercase names of the columns that a text uses as JSON at some of its tokens.
  static func names(usedIn sql: SQLText, _ tokens: Range<Int>) -> Set<String> {
    Set(tokens.compactMap { name(usedAt: $0, of: sql) })
  }

  /// The lowercase name of a column that is used as JSON at a token: `json_extract(column, …)`, `column -> …`
  private static func name(usedAt index: Int, of sql: SQLText) -> String? {
    var argument: Int?
    switch sql.kind(index) {
    case .word where sql.word(index + 1) == "(" && sql.word(index).hasPrefix("JSON"):
      let first = sql.kind(index + 3) == .dot ? index + 4 : index + 2
      if [",", ")"].contains(sql.word(first + 1)) { argument = first }
    case .operator where sql.word(index) == "->" || sql.word(index) == "->>": argument = index - 1
    default: break
    }
    guard let argument, sql.isName(argument) else { return nil }
    let name = sql.name(argument).asciiLowercased
    // json_each() and json_tree() have a column of this name.
    return name == "value" ? nil : name
  }

  /// Whether a text contains `json` or `->`. Most do not, and need not be scanned.
  static func mayUse(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count > 3 else { return false }
    for index in text.indices.dropLast() {
      switch (text[index] | 0x20, text[index + 1]) {
      case (UInt8(ascii: "j"), UInt8(ascii: "s")), (UInt8(ascii: "j"), UInt8(ascii: "S")),
        (UInt8(ascii: "-"), UInt8(ascii: ">")):
        return true
      default: continue
      }
    }
    return false
  }
}
