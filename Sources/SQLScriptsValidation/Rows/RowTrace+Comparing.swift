import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

extension RowTrace {
  /// Compares the rows of two databases, the one before the script and the one after it. The time is linear in the rows,
  /// and only one row is in memory.
  func compare(
    _ old: Connection, _ new: Connection
  ) throws(SQLiteError) -> RowTraceResult {
    var result = RowTraceResult()
    let total =
      try old.value("SELECT count(*) FROM main.\(before.name.quotedName)")?.int ?? 0
    guard total > 0 else { return result }
    var (counts, chosen) = (Losses(), Losses())
    let key = RowKey(from: before, to: after, isRebuilt: isRebuilt)
    let keys = key?.old ?? [before.rowIDName].compactMap { $0 }
    guard key != nil || isInOrder && !keys.isEmpty else { return result }
    let rows = try old.prepare(
      "SELECT \((keys + columns.map(\.old.name.quotedName)).joined(separator: ", ")) "
        + "FROM main.\(before.name.quotedName)\(key == nil ? " ORDER BY \(keys[0])" : "")")
    let list = (["1"] + columns.map(\.new.name.quotedName)).joined(separator: ", ")
    let table = "main.\(after.name.quotedName)"
    let find: Statement
    if let key {
      let conditions = key.new.map { "\($0) IS ?" }.joined(separator: " AND ")
      find = try new.prepare("SELECT \(list) FROM \(table) WHERE \(conditions)")
    } else {
      guard let rowID = after.rowIDName else { return result }
      let left = try new.value("SELECT count(*) FROM \(table)")?.int
      guard left == total else { return result }
      find = try new.prepare("SELECT \(list) FROM \(table) ORDER BY \(rowID)")
    }
    let example = {
      keys.enumerated().allSatisfy { rows.value($0.offset).isShown }
        ? zip(keys, rows.row).map { "\($0.plainName) = \($1.words)" }.joined(separator: ", ") : nil
    }
    var missing = AffectedRows(total: total)
    while try rows.step() {
      if key != nil {
        find.reset()
        try find.bind(keys.count, of: rows)
      }
      guard try find.step() else {
        missing.note(example())
        continue
      }
      for (index, column) in columns.enumerated() {
        if rows.hasValue(keys.count + index, sameAs: find, index + 1) { continue }
        guard
          let loss = ValueLoss.loss(
            from: rows.value(keys.count + index), to: find.value(index + 1), by: column.source)
        else { continue }
        if loss.isChosen {
          chosen[index, default: [:]][loss.kind, default: AffectedRows(total: total)]
            .note(example())
        } else {
          counts[index, default: [:]][loss.kind, default: AffectedRows(total: total)]
            .note(example())
        }
      }
    }
    if key != nil { result.missing = missing }
    for (index, column) in columns.enumerated() {
      for (kinds, isChosen) in [(counts[index], false), (chosen[index], true)] {
        guard let (kind, affected) = kinds?.max(by: { $0.value.count < $1.value.count }) else {
          continue
        }
        result.losses.append(
          ValueLoss(
            kind: kind, isChosen: isChosen, table: after.name, column: column.old.name,
            span: column.span, rows: affected))
      }
    }
    return result
  }

  /// The rows that lose values, by the index of the column.
  private typealias Losses = [Int: [ValueLoss.Kind: AffectedRows]]
}

/// The columns that identify a row before and after a script.
private struct RowKey {
  let old: [String]
  let new: [String]

  /// - Parameter isRebuilt: whether the rows got new rowids.
  init?(from before: SchemaTable, to after: SchemaTable, isRebuilt: Bool) {
    if let old = before.rowIDAlias, let new = after.rowIDAlias {
      (self.old, self.new) = ([old.name.quotedName], [new.name.quotedName])
      return
    }
    let names = before.primaryKey.map { SQLName($0) }
    if !names.isEmpty, names == after.primaryKey.map({ SQLName($0) }) {
      (old, new) = (before.primaryKey.map(\.quotedName), after.primaryKey.map(\.quotedName))
      return
    }
    guard !isRebuilt, let rowID = before.rowIDName, let other = after.rowIDName
    else { return nil }
    (old, new) = ([rowID], [other])
  }
}

extension SchemaTable {
  /// A name of the rowid; nil if there is no rowid or columns use all its names.
  var rowIDName: String? {
    guard !isWithoutRowID else { return nil }
    return rowIDAlias?.name.quotedName
      ?? ["rowid", "_rowid_", "oid"].first { column($0) == nil }
  }
}

extension SQLiteValue {
  /// Whether a key is short enough for a message.
  fileprivate var isShown: Bool {
    switch self {
    case .integer: true
    case .text(let text): text.unicodeScalars.count <= 40
    default: false
    }
  }

  fileprivate var words: String {
    if case .text(let text) = self { text.quoted(by: "'").oneLine } else { description }
  }
}

extension String {
  /// A name without its double quotes, if it needs none.
  fileprivate var plainName: String {
    let inner = dropFirst().dropLast()
    let isPlain = inner.utf8.allSatisfy {
      $0 == 0x5F || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 > 0x7F
    }
    return hasPrefix("\"") && isPlain ? String(inner) : self
  }
}
