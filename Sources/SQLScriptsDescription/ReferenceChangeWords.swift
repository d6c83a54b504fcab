import SQLScriptsSQL
import SQLScriptsSchema

/// The changes of a table's foreign keys as clauses.
struct ReferenceChangeWords {
  let old: SchemaTable
  let new: SchemaTable
  /// With the tables that they refer to.
  let schemas: (old: SchemaSnapshot, new: SchemaSnapshot)
  /// The present name of a column of the old table.
  let present: (String) -> SQLName
  /// The present name of a column of another table or of this one.
  let presentKey: (_ parent: String, _ column: String) -> SQLName

  var clauses: [Words] {
    var rest = old.foreignKeys
    var unmatched: [SchemaForeignKey] = []
    var clauses: [Words] = []
    for reference in new.foreignKeys {
      let same = rest.firstIndex {
        columns($0) == reference.columns.map { SQLName($0) }
          && SQLName($0.parent) == SQLName(reference.parent)
      }
      guard let same else {
        unmatched.append(reference)
        continue
      }
      clauses += changes(from: rest.remove(at: same), to: reference)
    }
    for reference in unmatched {
      let columns = reference.columns.map { SQLName($0) }
      guard let former = rest.firstIndex(where: { self.columns($0) == columns }) else {
        clauses.append(
          "makes \(reference.columns.names) refer to rows of \(name: reference.parent)")
        clauses += deletion(of: reference).map { [$0] } ?? []
        clauses += update(of: reference).map { [$0] } ?? []
        clauses += lostDeletion(with: rest, to: reference.parent).map { [$0] } ?? []
        continue
      }
      let before = rest.remove(at: former)
      clauses.append(
        "makes \(reference.columns.names) refer to rows of \(name: reference.parent) instead of \(name: before.parent)"
      )
      clauses += changes(from: before, to: reference)
    }
    for reference in rest where reference.columns.contains(where: isKept) {
      let columns = reference.columns.filter(isKept).map { present($0).text }.names
      let deletion: Words = lostDeletion(of: reference).map { ", and " + $0 } ?? ""
      clauses.append(
        "no longer makes \(columns) refer to rows of \(name: reference.parent)\(deletion)"
      )
    }
    return clauses
  }

  /// The columns that it refers to; empty if they are not known.
  private func keys(_ reference: SchemaForeignKey, _ schema: SchemaSnapshot) -> [String] {
    reference.keys.isEmpty ? schema[reference.parent]?.primaryKey ?? [] : reference.keys
  }

  private func columns(_ reference: SchemaForeignKey) -> [SQLName] {
    reference.columns.map(present)
  }

  private func isKept(_ column: String) -> Bool { new.column(present(column).text) != nil }

  private func changes(from former: SchemaForeignKey, to new: SchemaForeignKey) -> [Words] {
    var clauses: [Words] = []
    let (before, after) = (keys(former, schemas.old), keys(new, schemas.new))
    if before.map({ presentKey(former.parent, $0) }) != after.map({ SQLName($0) }), !before.isEmpty,
      !after.isEmpty
    {
      clauses.append(
        "makes \(new.columns.names) refer to the \(after.names) of \(name: new.parent) instead of the \(before.names)"
      )
    }
    let table = self.new
    if former.deletion(in: old) != new.deletion(in: table)
      || isRefusedOtherwise(former.onDelete, new.onDelete)
    {
      clauses.append(
        exchange(of: former, for: new) ?? deletion(of: new) ?? lostDeletion(of: former)
          ?? "changes what happens when the row of \(name: new.parent) is deleted")
    }
    if former.update(in: old) != new.update(in: table)
      || isRefusedOtherwise(former.onUpdate, new.onUpdate)
    {
      clauses.append(
        update(of: new)
          ?? "changes what happens to \(new.columns.names) when the row of \(name: new.parent) gets another key"
      )
    }
    return clauses
  }

  /// Whether what is refused at once was refused at the end, or the other way round.
  private func isRefusedOtherwise(_ old: String, _ new: String) -> Bool {
    Set([old, new]) == ["RESTRICT", "NO ACTION"]
  }

  /// “ through **author**”, if there is another reference to the table.
  private func way(of reference: SchemaForeignKey) -> Words {
    let isOther = { (other: SchemaForeignKey) in
      SQLName(other.parent) == SQLName(reference.parent) && columns(other) != columns(reference)
    }
    return (old.foreignKeys + new.foreignKeys).contains(where: isOther)
      ? " through \(reference.columns.map { present($0).text }.names)" : ""
  }

  /// What no longer happens to a row with the one that it belonged to.
  private func lostDeletion(of reference: SchemaForeignKey) -> Words? {
    let columns = reference.columns.map { present($0).text }.names
    return switch reference.deletion(in: old) {
    case "CASCADE":
      "no longer deletes a row when its row of \(name: reference.parent)\(way(of: reference)) is deleted"
    case "SET NULL":
      "no longer clears \(columns) when the row of \(name: reference.parent) is deleted"
    case "SET DEFAULT":
      "no longer sets \(columns) to the default when the row of \(name: reference.parent) is deleted"
    default: nil
    }
  }

  /// What no longer happens to a row, because another column without it takes the place of a removed one.
  private func lostDeletion(with former: [SchemaForeignKey], to parent: String) -> Words? {
    let deletes = { (reference: SchemaForeignKey, table: SchemaTable) in
      SQLName(reference.parent) == SQLName(parent) && reference.deletion(in: table) == "CASCADE"
    }
    let isLost = former.contains { deletes($0, old) && !$0.columns.contains(where: isKept) }
    return isLost && !new.foreignKeys.contains { deletes($0, new) }
      ? "no longer deletes a row when its row of \(name: parent) is deleted" : nil
  }

  /// What changes a row with the key of the one that it belongs to.
  private func update(of reference: SchemaForeignKey) -> Words? {
    let columns = reference.columns.names
    let end: Words = "when the row of \(name: reference.parent) gets another key"
    return switch reference.update(in: new) {
    case "CASCADE": "will change \(columns) \(end)"
    case "SET NULL": "will clear \(columns) \(end)"
    case "SET DEFAULT": "will set \(columns) to the default \(end)"
    default: nil
    }
  }

  /// What happens to a row instead of something else; nil unless one of both is that it is deleted.
  private func exchange(of former: SchemaForeignKey, for reference: SchemaForeignKey) -> Words? {
    let columns = reference.columns.names
    switch (former.deletion(in: old), reference.deletion(in: new)) {
    case ("CASCADE", "SET NULL"):
      return lostDeletion(of: former).map { $0 + ", but clears \(columns)" }
    case ("CASCADE", "SET DEFAULT"):
      return lostDeletion(of: former).map { $0 + ", but sets \(columns) to the default" }
    case ("SET NULL", "CASCADE"):
      return deletion(of: reference).map { $0 + " instead of clearing \(columns)" }
    case ("SET DEFAULT", "CASCADE"):
      return deletion(of: reference).map { $0 + " instead of setting \(columns) to the default" }
    default: return nil
    }
  }

  /// What deletes or changes a row with the one that it belongs to.
  private func deletion(of reference: SchemaForeignKey) -> Words? {
    switch reference.deletion(in: new) {
    case "CASCADE":
      "will delete a row when its row of \(name: reference.parent)\(way(of: reference)) is deleted"
    case "SET NULL":
      "will clear \(reference.columns.names) when the row of \(name: reference.parent) is deleted"
    case "SET DEFAULT":
      "will set \(reference.columns.names) to the default when the row of \(name: reference.parent) is deleted"
    default: nil
    }
  }
}
