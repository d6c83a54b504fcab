import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The sample rows of one table before and after a script, with each row beside what became of it.
package struct SampleTable: Sendable {
  package enum ColumnState: String, Sendable { case kept, added, removed }

  package struct Column: Sendable, Hashable {
    /// The name that it has now, or had last.
    package var name: String
    package var state: ColumnState
    /// Its name before, if that was another one.
    package var was: String?
  }

  package enum RowState: String, Sendable { case kept, changed, added, lost }

  package struct Row: Sendable, Hashable {
    package var state: RowState
    /// The values in the order of the columns; nil for a column that did not exist. The whole is nil if there was no row.
    package var before: [SQLiteValue?]?
    package var after: [SQLiteValue?]?
  }

  package let before: SchemaTable?
  package let after: SchemaTable?
  package private(set) var columns: [Column] = []
  package private(set) var rows: [Row] = []
  /// The number of further rows, of which it has no values.
  package private(set) var unread = 0

  /// The renamed columns, including those whose values a rebuild copied.
  private(set) var renames: [(old: String, new: String)] = []

  private var valuesBefore: [SQLName: [SQLiteValue]]
  private var valuesAfter: [SQLName: [SQLiteValue]]

  /// What a rebuild copies that gives its rows other keys; nil for other tables.
  private let copied: CopiedColumns?

  /// The columns with values that the script computes.
  private let computed: Set<SQLName>

  /// - Parameter renames: the columns that ALTER TABLE renamed.
  init(
    before: SchemaTable?, _ old: SampleOutcome?, after: SchemaTable?, _ new: SampleOutcome?,
    renames: [(old: String, new: String)], copied: CopiedColumns?, computed: Set<SQLName>,
    showsFirst: Bool = false
  ) {
    self.before = before
    self.after = after
    self.renames = renames
    (self.copied, self.computed) = (copied, computed)
    valuesBefore = before == nil ? [:] : old?.valuesBefore ?? [:]
    valuesAfter = after == nil ? [:] : new?.valuesAfter ?? [:]
    if showsFirst, valuesBefore.isEmpty, before != nil {
      valuesBefore = old?.firstValues.before ?? [:]
    }
    if showsFirst, valuesAfter.isEmpty, after != nil {
      valuesAfter = new?.firstValues.after ?? [:]
    }
    pairRows()
    if showsFirst { leaveOutUnpaired(before == nil ? nil : old, after == nil ? nil : new) }
  }

  /// Leaves out the rows whose other side may be behind the first rows.
  private mutating func leaveOutUnpaired(_ old: SampleOutcome?, _ new: SampleOutcome?) {
    let unreadBefore = (old?.before ?? 0) - (valuesBefore.values.first?.count ?? 0)
    let unreadAfter = (new?.after ?? 0) - (valuesAfter.values.first?.count ?? 0)
    if unreadAfter > 0 { rows.removeAll { $0.state == .lost } }
    if unreadBefore > 0 { rows.removeAll { $0.state == .added } }
    unread = rows.isEmpty ? 0 : max(0, unreadBefore, unreadAfter)
  }

  /// The number of rows that still exist, and of those before.
  var kept: (count: Int, total: Int) {
    let total = rows.count { $0.before != nil }
    return (rows.count { $0.before != nil && $0.after != nil }, total)
  }

  /// The columns whose values changed in rows that have the same primary key as before.
  var changedColumns: [String] {
    let keys = Set(key.map { SQLName($0.new) })
    let places = columns.indices.filter { keys.contains(SQLName(columns[$0].name)) }
    guard !places.isEmpty else { return [] }
    var changed: Set<Int> = []
    for row in rows where row.state == .changed {
      guard let before = row.before, let after = row.after,
        places.allSatisfy({ before[$0] == after[$0] })
      else { continue }
      changed.formUnion(
        columns.indices.filter {
          // The value of a generated column may not be known.
          columns[$0].state == .kept && before[$0] != nil && after[$0] != nil
            && before[$0]?.plain != after[$0]?.plain
        })
    }
    return changed.sorted().map { columns[$0].name }
  }

  private mutating func pairRows() {
    let old = RowList(valuesBefore)
    let new = RowList(valuesAfter)
    var pairs = pairs(old, new)
    let found = copiedColumns(pairs, old, new)
    if !found.isEmpty {
      renames += found
      pairs = self.pairs(old, new)
    }
    setColumns()
    rows = pairs.map { pair in
      let before = pair.old.map { row in columns.map { old.value($0.was ?? $0.name, row) } }
      let after = pair.new.map { row in columns.map { new.value($0.name, row) } }
      var state: RowState = .kept
      if before == nil { state = .added }
      if after == nil { state = .lost }
      if let before, let after {
        let isSame = columns.indices.allSatisfy {
          columns[$0].state != .kept || before[$0] == after[$0]
        }
        state = isSame ? .kept : .changed
      }
      return Row(state: state, before: before, after: after)
    }
  }

  private func pairs(_ old: RowList, _ new: RowList) -> [RowPairs.Pair] {
    let pairs =
      copied.map { RowPairs(old, new, renumbered: $0, key: key) }
      ?? RowPairs(old, new, key: key, columns: commonColumns)
    return pairs.pairs
  }

  private func former(_ name: String) -> String {
    renames.first { SQLName($0.new) == SQLName(name) }?.old ?? name
  }

  /// The columns of both tables, by their old and new names.
  private var commonColumns: [(old: String, new: String)] {
    (after?.columns ?? []).filter { !$0.isGenerated }.map { (former($0.name), $0.name) }
      .filter { before?.column($0.0) != nil }
  }

  private var key: [(old: String, new: String)] {
    guard let before, let after, !after.primaryKey.isEmpty else { return [] }
    let key = after.primaryKey.map { (old: former($0), new: $0) }
    let isSame = before.primaryKey.map { SQLName($0) } == key.map { SQLName($0.old) }
    return isSame ? key : []
  }

  private mutating func setColumns() {
    let former = Set(renames.map { SQLName($0.old) })
    columns = (after?.columns ?? []).filter { !$0.isGenerated }.map { column in
      let old = self.former(column.name)
      let isKept = before?.column(old) != nil
      let was = isKept && SQLName(old) != SQLName(column.name) ? old : nil
      return Column(name: column.name, state: isKept ? .kept : .added, was: was)
    }
    for column in before?.columns ?? []
    where !column.isGenerated && after?.column(column.name) == nil
      && !former.contains(SQLName(column.name))
    {
      columns.append(Column(name: column.name, state: .removed, was: nil))
    }
  }

  /// The removed columns whose values are in new columns. Values that are all equal prove nothing.
  private func copiedColumns(
    _ pairs: [RowPairs.Pair], _ old: RowList, _ new: RowList
  ) -> [(old: String, new: String)] {
    guard let before, let after else { return [] }
    let known = Set(renames.map { SQLName($0.old) })
    let gone = before.columns.filter {
      !$0.isGenerated && after.column($0.name) == nil && !known.contains(SQLName($0.name))
    }
    let added = after.columns.filter {
      !$0.isGenerated && before.column($0.name) == nil && former($0.name) == $0.name
    }
    let both = pairs.compactMap { pair in pair.old.flatMap { old in pair.new.map { (old, $0) } } }
    var taken: Set<SQLName> = []
    return gone.compactMap { column in
      let values = both.map { old.value(column.name, $0.0) }
      guard Set(values).count > 1 else { return nil }
      let copies = added.filter { candidate in
        !taken.contains(SQLName(candidate.name)) && !computed.contains(SQLName(candidate.name))
          && zip(both, values).allSatisfy { new.value(candidate.name, $0.1) == $1 }
      }
      // A column that became two has no new name.
      guard let copy = copies.first, copies.count == 1 else { return nil }
      taken.insert(SQLName(copy.name))
      return (column.name, copy.name)
    }
  }
}

extension SQLiteValue {
  /// The value as text, so that 1, 1.0 and '1' are the same. A column of another type stores another of them.
  var plain: String? {
    switch self {
    case .null: nil
    case .integer(let value): "\(value)"
    case .real(let value):
      Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    case .text(let text): text
    case .blob(let bytes), .invalidText(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
