import SQLScripts
import SQLScriptsSQL
import SQLScriptsSchema

/// SQL that another program wrote from a database: `.schema` and `.dump` of the sqlite3 shell, and similar exports.
///
/// Besides the app's own tables, it contains those of SQLite, of virtual tables and of the runner, which no script may
/// create.
struct ExportedSQL {
  private let file: SQLFileText
  /// The tables in which virtual ones keep their contents.
  private var shadows: Set<SQLName> = []

  private static let hidden = Set(VersionStore.bookkeepingTables.map { SQLName($0) })

  init(_ bytes: [UInt8]) {
    file = SQLFileText(bytes)
  }

  /// The SQL with spaces instead of what no script may contain, so that all else keeps its place.
  var creations: [UInt8] {
    mutating get {
      var bytes = file.bytes
      for chunk in file.chunks where chunk.isStatement {
        let range = chunk.start..<chunk.semicolonEnd.clamped(from: chunk.start, to: bytes.count)
        let sql = SQLText(String(decoding: bytes[range], as: UTF8.self))
        guard let other = replacement(for: sql) else { continue }
        var spaces = bytes[range].map { $0 == 0x0A ? $0 : 0x20 }
        spaces.replaceSubrange(0..<min(other.utf8.count, spaces.count), with: other.utf8)
        bytes.replaceSubrange(range, with: spaces)
      }
      return bytes
    }
  }

  /// What stands for a statement; nil if it stays.
  private mutating func replacement(for sql: SQLText) -> String? {
    if sql.word(0) == "PRAGMA", sql.word(1) == "WRITABLE_SCHEMA" { return "" }
    if sql.has("CREATE", "VIRTUAL", "TABLE", at: 0) {
      addShadows(of: sql)
      return nil
    }
    let isTable = sql.has("CREATE", "TABLE", at: 0)
    let isChange = sql.has("INSERT", "INTO", at: 0) || sql.has("DELETE", "FROM", at: 0)
    guard isTable || isChange, let name = target(of: sql, after: 2) else { return nil }
    if isChange, ["sqlite_master", "sqlite_schema"].contains(name.folded) {
      // This is how the shell writes a virtual table.
      let texts = sql.indices.filter { sql.kind($0) == .string }.map { sql.name($0) }
      guard let creation = texts.last, texts.count > 2 else { return "" }
      addShadows(of: SQLText(creation))
      return creation + ";"
    }
    let isHidden =
      Self.hidden.contains(name) || isTable && name.isReserved || shadows.contains(name)
    return isHidden ? "" : nil
  }

  private mutating func addShadows(of sql: SQLText) {
    guard let name = target(of: sql, after: 3),
      let using = sql.indices.first(where: { sql.word($0) == "USING" })
    else { return }
    let hasContent = !sql.indices.contains { sql.has("CONTENT", "=", at: $0) }
    let parts: [String] =
      switch sql.name(using + 1).uppercased() {
      case "FTS5": ["data", "idx", "docsize", "config"] + (hasContent ? ["content"] : [])
      case "FTS3", "FTS4":
        ["segments", "segdir", "docsize", "stat"] + (hasContent ? ["content"] : [])
      case "RTREE", "RTREE_I32": ["node", "parent", "rowid"]
      default: []
      }
    shadows.formUnion(parts.map { SQLName("\(name.text)_\($0)") })
  }

  private func target(of sql: SQLText, after words: Int) -> SQLName? {
    let index = sql.has("IF", "NOT", "EXISTS", at: words) ? words + 3 : words
    guard sql.indices.contains(index) else { return nil }
    return SQLName(sql.name(index))
  }
}

extension Int {
  fileprivate func clamped(from lower: Int, to upper: Int) -> Int {
    Swift.min(Swift.max(self, lower), upper)
  }
}
