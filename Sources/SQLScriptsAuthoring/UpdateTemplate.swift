/// The first statements of an update, with names to replace.
///
/// No bundle has these names, so the rehearsal reports them until they are replaced.
package enum UpdateTemplate: String, Sendable, CaseIterable {
  case column, data, index, table, trigger, view

  package var statements: [String] {
    switch self {
    case .column: ["ALTER TABLE table_name ADD COLUMN column_name TEXT NOT NULL DEFAULT ''"]
    case .data: ["UPDATE table_name SET column_name = 'new value' WHERE column_name = 'old value'"]
    case .index: ["CREATE INDEX table_name_column_name ON table_name (column_name)"]
    case .table:
      [
        """
        CREATE TABLE table_name (
          id INTEGER PRIMARY KEY,
          other_id INTEGER NOT NULL REFERENCES other_table (id) ON DELETE CASCADE,
          column_name TEXT NOT NULL DEFAULT ''
        )
        """,
        "CREATE INDEX table_name_other_id ON table_name (other_id)",
      ]
    case .trigger:
      [
        """
        CREATE TRIGGER table_name_after_update AFTER UPDATE ON table_name
        BEGIN
          UPDATE table_name SET column_name = CURRENT_TIMESTAMP WHERE rowid = new.rowid;
        END
        """
      ]
    case .view:
      [
        "DROP VIEW IF EXISTS view_name",
        "CREATE VIEW view_name AS SELECT column_name FROM table_name",
      ]
    }
  }
}
