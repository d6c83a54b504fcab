import SQLScriptsDatabase
import SQLScriptsSQL

/// One table or view, as SQLite describes it. Equal tables are the same for every statement, however their SQL was
/// written.
package struct SchemaTable: Sendable, Hashable {
  package enum Kind: String, Sendable {
    case table, view, virtual, shadow
  }

  @Bytewise package var name: String
  package var kind: Kind
  package var columns = SchemaList<SchemaColumn>()
  package var isStrict = false
  package var isWithoutRowID = false
  package var foreignKeys: [SchemaForeignKey] = []
  package var indexes = SchemaList<SchemaIndex>()
  package var triggers = SchemaList<SchemaTrigger>()

  private var definition: SharedText

  /// The statement that created it, as SQLite stores it.
  package var sql: String {
    get { definition.text }
    set {
      // ALTER TABLE usually changes the end of it.
      var new = SharedText(newValue)
      new.share(with: definition)
      definition = new
    }
  }

  package init(name: String, kind: Kind, sql: String) {
    self.name = name
    self.kind = kind
    definition = SharedText(sql)
  }

  /// Shares equal parts with the table from before a statement, because there may be thousands of versions.
  package mutating func share(with old: SchemaTable) {
    definition.share(with: old.definition)
    columns.share(with: old.columns)
    indexes.share(with: old.indexes)
    triggers.share(with: old.triggers)
  }

  /// The column with a name, ignoring case.
  package func column(_ name: String) -> SchemaColumn? {
    columns.first { $0.name.isSameName(as: name) }
  }

  /// The names of the primary key's columns, in its order.
  package var primaryKey: [String] {
    columns.filter { $0.primaryKeyPosition > 0 }
      .sorted { $0.primaryKeyPosition < $1.primaryKeyPosition }.map(\.name)
  }

  /// The column that is an alias of the rowid: an INTEGER PRIMARY KEY.
  package var rowIDAlias: SchemaColumn? {
    guard kind == .table, !isWithoutRowID, primaryKey.count == 1 else { return nil }
    let key = columns.first { $0.primaryKeyPosition == 1 }
    // A key that is not an alias has an index.
    let hasIndex = indexes.contains { $0.origin == .primaryKey }
    return key?.type.uppercased() == "INTEGER" && !hasIndex ? key : nil
  }
}

/// One column.
package struct SchemaColumn: Sendable, Hashable {
  @Bytewise package var name: String
  /// The declared type; empty if there is none.
  @Bytewise package var type: String
  package var isNotNull: Bool
  /// The SQL of the default, nil if there is none.
  @Bytewise package var defaultValue: String?
  /// Its position in the primary key, from one; 0 if it is not part of it.
  package var primaryKeyPosition: Int
  /// Whether it is a generated column.
  package var isGenerated: Bool

  package init(
    name: String, type: String, isNotNull: Bool, defaultValue: String?, primaryKeyPosition: Int,
    isGenerated: Bool
  ) {
    self.name = name
    self.type = type
    self.isNotNull = isNotNull
    self.defaultValue = defaultValue
    self.primaryKeyPosition = primaryKeyPosition
    self.isGenerated = isGenerated
  }
}

/// One index.
package struct SchemaIndex: Sendable, Hashable {
  package enum Origin: String, Sendable {
    case created = "c"
    case unique = "u"
    case primaryKey = "pk"
  }

  @Bytewise package var name: String
  package var isUnique: Bool
  package var origin: Origin
  package var isPartial: Bool
  /// The indexed columns with collation and direction; nil stands for an expression.
  @Bytewise package var columns: [String?]
  @Bytewise package var collations: [String]
  package var isDescending: [Bool]
  /// The statement that created it; nil if SQLite itself created it.
  @Bytewise package var sql: String?
}

/// One foreign key of a table.
package struct SchemaForeignKey: Sendable, Hashable {
  @Bytewise package var parent: String
  @Bytewise package var columns: [String]
  /// The columns of the parent; empty for its primary key.
  @Bytewise package var keys: [String]
  package var onUpdate: String
  package var onDelete: String
}

/// One trigger of a table or view.
package struct SchemaTrigger: Sendable, Hashable {
  @Bytewise package var name: String
  @Bytewise package var sql: String
}
