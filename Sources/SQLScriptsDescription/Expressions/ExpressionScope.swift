import SQLScriptsSQL
import SQLScriptsSchema

/// What the names in an expression mean, and how a sentence calls them without the aliases of the SQL.
struct ExpressionScope {
  struct Source {
    var qualifier: SQLName
    /// The columns; nil if they are not known.
    var table: SchemaTable?
    /// What a reader knows it as.
    var name: String
    /// “new” and “old” in an update trigger, “” in other triggers; nil where the sentence is about its rows.
    var version: String?

    init(_ table: SchemaTable, as qualifier: SQLName? = nil, version: String? = nil) {
      (self.table, name, self.version) = (table, table.name, version)
      self.qualifier = qualifier ?? SQLName(table.name)
    }

    /// A source whose columns are not known.
    init(unknown name: String, as qualifier: SQLName? = nil, version: String? = nil) {
      (table, self.name, self.version) = (nil, name, version)
      self.qualifier = qualifier ?? SQLName(name)
    }

    /// Whether it is the row that ON CONFLICT does not add.
    var isExcluded = false
    /// Whether UPDATE … FROM joins the table that it changes with itself here.
    var isMatch = false
    /// The columns that a subquery has of the table; nil for all.
    var visible: Set<SQLName>?

    func has(_ column: SQLName) -> Bool {
      table?.column(column.text) != nil && visible?.contains(column) ?? true
    }
  }

  var sources: [Source] = []
  /// The sources of the queries around it, the nearest ones first.
  var enclosing: [[Source]] = []
  /// The names of the values of queries, which a condition knows before the columns of the tables around it.
  var aliases: Set<SQLName> = []
  var schema = SchemaSnapshot()
  /// The column that gets a value, which is “its value” in the words of that value.
  var own: SQLName?
  /// The affinity of the column that stores a value, which may make something else of it than CAST did.
  var stored: Affinity?
  /// The columns whose texts are numbers of a kind here, because an earlier case has taken the others.
  var numbers: [SQLName: Set<String>] = [:]
  /// The columns that get values at the same time. Values are computed from what they had before.
  var changing: Set<SQLName> = []
  /// The names that WITH defines. They mean nothing to a reader.
  var commonTables: Set<SQLName> = []
  /// The tables that temporary ones hide. Their names would mean others to a reader.
  var hidden: Set<SQLName> = []
  /// The query that UPDATE … FROM joins, with the parts of the condition.
  var joined: (query: JoinedQuery, condition: [SQLExpression])?
  /// What is known of the rows for which a statement computes values; nil if it does not store them.
  var condition: ConditionColumns?
  let work = ExpressionWork()

  /// A column as a sentence calls it.
  struct Column {
    var words: Words
    /// The name, if it is a column of the rows that the sentence is about.
    var name: SQLName?
    var column: SchemaColumn?
    var table: SchemaTable?
    /// “new” or “old” of a trigger, with the column.
    var version: String?
    /// The table, if it is not that of the rows that get a value.
    var joined: String?

    /// Whether 1 and 0 mean “yes” and “no” in it.
    var isYesOrNo: Bool { column?.typeWords == "yes or no" }

    var isNeverNull: Bool {
      column.map { $0.isNotNull || table?.rowIDAlias?.name == $0.name } ?? false
    }
  }

  static let rowIDs = Set(["rowid", "_rowid_", "oid"].map { SQLName($0) })

  /// Nil if the name is ambiguous or unknown.
  func column(_ name: SQLName, qualifier: SQLName?) -> Column? {
    for (level, sources) in ([sources] + enclosing).enumerated() {
      if let qualifier {
        let found = sources.filter { $0.qualifier == qualifier }
        if found.count > 1 { return nil }
        if let source = found.first { return column(name, of: source, among: sources, level) }
      } else {
        // A name without a qualifier is never that of a new or old row.
        let found = sources.filter { $0.version == nil && $0.has(name) }
        if found.count > 1 { return nil }
        if let source = found.first { return column(name, of: source, among: sources, level) }
        if sources.contains(where: { $0.table == nil }) || Self.rowIDs.contains(name) {
          guard let source = sources.first, sources.count == 1 else { return nil }
          return column(name, of: source, among: sources, level)
        }
        if aliases.contains(name) { return nil }
      }
    }
    return nil
  }

  private func column(
    _ name: SQLName, of source: Source, among sources: [Source], _ level: Int
  ) -> Column? {
    let schemaColumn = source.table?.column(name.text)
    let isRowID = schemaColumn == nil && Self.rowIDs.contains(name)
    guard schemaColumn != nil || source.table == nil || isRowID else { return nil }
    let bare: Words =
      isRowID ? "row number" : "\(name: schemaColumn?.name ?? name.text)"
    var column = Column(words: bare, column: schemaColumn, table: source.table)
    if let version = source.version, level == 0 {
      column.words =
        source.isExcluded
        ? (name == own ? ValueWords.new : "the new " + bare)
        : (version.isEmpty ? "its " : "its \(version) ") + bare
      column.version = version
      return column
    }
    let rivals = sources.filter { $0.version == nil && !$0.isMatch }
    if source.isMatch, level == 0 {
      column.words = "the \(bare) of the matching row"
      column.joined = source.name
      return column
    }
    // A subquery may have it, too.
    let isOnly =
      rivals.count == 1
      || rivals.allSatisfy { $0.table != nil } && rivals.count(where: { $0.has(name) }) == 1
    if level == 0, isOnly, !isRowID || rivals.count == 1 {
      if !isRowID { column.name = name } else { column.words = "the " + bare }
      if rivals.first?.qualifier != source.qualifier { column.joined = source.name }
      return column
    }
    // “of **user**” says nothing if several rows of it are meant.
    let nearer = ([self.sources] + enclosing).prefix(level + 1).flatMap { $0 }
    let version = source.version ?? ""
    let same = nearer.count {
      SQLName($0.name) == SQLName(source.name) && $0.version ?? "" == version
    }
    guard same == 1, !source.name.isEmpty else { return nil }
    // A column of the same name would be mistaken for the table.
    let isColumn = nearer.contains { $0.has(SQLName(source.name)) }
    column.words =
      "the \(version.isEmpty ? "" : version + " ")\(bare) of \(isColumn ? "the row of " : "")\(name: source.name)"
    return column
  }
}
