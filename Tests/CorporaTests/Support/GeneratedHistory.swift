import SQLScriptsScratch

/// The SQL files of a history, generated from a seed, with the difficult parts of real ones.
///
/// Tables that refer to each other are rebuilt in the style of several tools, under views and triggers that name them.
/// Indexes are partial, unique or on expressions. Columns are generated, added, renamed and dropped. Rows are copied,
/// changed by WITH RECURSIVE and window functions, and inserted in conflict with others.
struct GeneratedHistory {
  /// The tool whose migrations the files resemble.
  enum Style: String, CaseIterable {
    /// SQLite's twelve steps for a rebuild, and names that need quotes.
    case plain
    /// Android's Room: backticks, and `_new_` tables.
    case room
    /// Drizzle: foreign keys are turned off in the script, and comments separate the statements.
    case drizzle
    /// sqlx: COMMIT before the rebuild, and BEGIN after it.
    case sqlx
  }

  struct Column {
    var name: String
    var type: String
    var constraint = ""
  }

  struct Table {
    var name: String
    var columns: [Column]
    var options = ""
    /// The table that its column `parent_id` refers to.
    var parent: String?
    /// The statements for its indexes and triggers, with its current names.
    var indexes: [String] = []
    var trigger: String?
    var view: String?
    /// The number of rows so far. Their IDs are 1, 2, 3 …
    var rows = 0
  }

  let style: Style
  let hasFullText: Bool
  /// Whether each file contains its own transaction.
  let hasTransactions: Bool
  var random: SeededGenerator
  var tables: [Table] = []
  var names = 0
  private(set) var files: [(name: String, text: String)] = []

  init(
    _ style: Style, seed: UInt64, versions: Int, hasFullText: Bool = false,
    hasTransactions: Bool = false
  ) {
    self.style = style
    self.hasFullText = hasFullText
    self.hasTransactions = hasTransactions
    random = SeededGenerator(state: seed)
    for version in 1...versions { addFile(version) }
  }

  /// Adds a file that does not depend on the seed.
  mutating func append(_ label: String, _ statements: [String]) {
    let number = "000\(files.count + 1)".suffix(4)
    files.append(("\(number)_\(label).sql", statements.map { $0 + ";\n" }.joined()))
  }

  private mutating func addFile(_ version: Int) {
    var statements: [String] = []
    switch version {
    case 1:
      for _ in 0..<3 { statements += makeTable() }
      statements.append(
        "CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL)")
    case 2 where hasFullText: statements = makeFullText() + insertRows()
    case 5: break
    // sqlx begins a transaction before each file, so a file contains only such a rebuild.
    case 4, 8,
      12 where style == .sqlx:
      statements = rebuild()
    default:
      for _ in 0..<Int.random(in: 1...3, using: &random) { statements += change() }
      statements += insertRows()
    }
    if hasTransactions { statements = ["BEGIN"] + statements + ["COMMIT"] }
    let separator = style == .drizzle ? ";\n--> statement-breakpoint\n" : ";\n"
    var text = "-- Version \(version), made for a test; nobody's app.\n"
    text += statements.joined(separator: separator)
    // The last statement of some files has no semicolon.
    if !statements.isEmpty, version % 4 != 0 { text += ";\n" }
    if version % 7 == 3 { text = text.split(separator: "\n").joined(separator: "\r\n") + "\r\n" }
    if version % 9 == 6 { text = "\u{FEFF}" + text }
    let number = "000\(version)".suffix(4)
    files.append(("\(number)_\(style.rawValue).sql", text))
  }

  /// One change of the schema, or of many rows.
  private mutating func change() -> [String] {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: makeTable()
    case 1, 2: addColumn()
    case 3: makeIndex()
    case 4: renameColumn()
    case 5: makeView()
    case 6: makeTrigger()
    case 7: changeRows()
    case 8: renameTable()
    case 9: dropColumn()
    default: style == .sqlx ? makeIndex() : rebuild()
    }
  }
}
