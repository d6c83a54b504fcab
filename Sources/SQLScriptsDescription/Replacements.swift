import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Views, triggers and indexes that a script drops and creates again under the same name.
struct Replacements {
  private let rehearsed: RehearsedScript
  /// The index of DROP, by the index of the CREATE that follows it.
  private var dropBefore: [Int: Int] = [:]

  /// - Parameter rebuilt: the statements that are part of a rebuild.
  init(_ rehearsed: RehearsedScript, without rebuilt: Set<Int>) {
    self.rehearsed = rehearsed
    var dropped: [SQLName: Int] = [:]
    for (index, statement) in rehearsed.statements.enumerated()
    where statement.succeeded && statement.changesSchema && !rebuilt.contains(index) {
      if let name = statement.dropped.map({ SQLName(statement.name($0.name)) }),
        statement.word(1) != "TABLE"
      {
        dropped[name] = index
      } else if let created = statement.created, created.kind != .table {
        let name = SQLName(statement.name(created.name.name))
        guard let drop = dropped.removeValue(forKey: name),
          rehearsed.statements[drop].word(1) == created.kind.rawValue.uppercased(),
          created.kind != .index || isOfSameTable(name, drop, index)
        else { continue }
        dropBefore[index] = drop
      }
    }
  }

  /// Whether an index is created for the table from which it was dropped.
  private func isOfSameTable(_ name: SQLName, _ drop: Int, _ create: Int) -> Bool {
    let (drop, create) = (rehearsed.statements[drop], rehearsed.statements[create])
    guard let old = drop.before.table(ofIndex: name.text),
      let new = create.after.table(ofIndex: name.text)
    else { return true }
    return new.name.isSameName(as: old.name) || create.before[old.name] == nil
  }

  /// The indices of the DROPs.
  var drops: Set<Int> { Set(dropBefore.values) }

  /// The DROP before a CREATE, and both in words; nil if nothing was dropped.
  subscript(index: Int) -> (drop: Int, words: Words)? {
    dropBefore[index].map { drop in
      (drop, words(rehearsed.statements[drop], rehearsed.statements[index]))
    }
  }

  private func words(_ drop: RehearsedStatement, _ create: RehearsedStatement) -> Words {
    let kind = create.created?.kind ?? .view
    let (noun, name) = (kind.rawValue, create.createdName ?? "")
    let before = drop.before.definition(noun, name).map { CanonicalSQL($0) }
    let former = drop.before.name(of: noun, name) ?? name
    // Names that differ only in case are the same for SQLite, but an app can see them.
    let isRespelled = former != name
    let isSame =
      before != nil && before == create.after.definition(noun, name).map { CanonicalSQL($0) }
    let lost = kind == .view ? lostTriggers(of: name, drop) : ""
    if isSame {
      let changed: Words = isRespelled ? " as \(name: name), otherwise" : ","
      return "removes the \(noun) \(name: former) and creates it again\(changed) unchanged\(lost)"
    }
    let start: Words =
      "replaces the \(noun) \(name: former)\(isRespelled ? " with \(name: name)" : "" as Words)"
    switch kind {
    case .trigger:
      return start
        + RedefinitionWords.trigger(
          drop.before.definition(noun, name) ?? "", in: drop.before, to: create.text,
          in: create.after)
    case .view:
      // SQLite does not know the columns of a view that cannot be read.
      guard let old = drop.before[name], let new = create.after[name], !old.columns.isEmpty,
        !new.columns.isEmpty
      else { return start + lost }
      return "\(start): \(Self.change(from: old, to: new, create))\(lost)"
    default:
      let words = CreationWords(statement: create).words.map { "\(start): \($0)" } ?? start
      return loss(of: name, drop, create).map { "\(words); \($0)" } ?? words
    }
  }

  /// What rows may have in common after a unique index was replaced.
  private func loss(
    of name: String, _ drop: RehearsedStatement, _ create: RehearsedStatement
  ) -> Words? {
    let index = { (table: SchemaTable) in table.indexes.first { $0.name.isSameName(as: name) } }
    guard let table = create.after.table(ofIndex: name),
      let old = drop.before.table(ofIndex: name).flatMap(index),
      old.columns.allSatisfy({ $0.map { table.column($0) != nil } ?? true })
    else { return nil }
    return IndexWords(index: old, table: table).loss(with: index(table))
  }

  /// The INSTEAD OF triggers that SQLite drops with a view, and that no statement creates again.
  private func lostTriggers(of view: String, _ drop: RehearsedStatement) -> Words {
    let present = Set((rehearsed.after[view]?.triggers ?? []).map { SQLName($0.name) })
    let lost = (drop.before[view]?.triggers ?? []).map(\.name)
      .filter { !present.contains(SQLName($0)) }
    guard !lost.isEmpty else { return "" }
    return
      "; its \(lost.count == 1 ? "trigger" : "triggers") \(lost.names) \(lost.count == 1 ? "is" : "are") gone"
  }

  private static func change(
    from old: SchemaTable, to new: SchemaTable, _ create: RehearsedStatement
  ) -> Words {
    let added = new.columns.filter { old.column($0.name) == nil }.map(\.name)
    let removed = old.columns.filter { new.column($0.name) == nil }.map(\.name)
    let start = create.outerIndices(from: 0).first { create.word($0) == "AS" } ?? 0
    let end = create.withoutSemicolon.upperBound
    let code: Words = "\(aside: "Query", create.code(of: min(start + 1, end)..<end))"
    if added.isEmpty, removed.isEmpty {
      let names = { (view: SchemaTable) in view.columns.map { SQLName($0.name) } }
      if names(old) == names(new), ViewQuery.isSame(old, new) {
        return "has the same columns and rows, but other details in its SQL"
      }
      return "uses another query for the same columns\(code)"
    }
    var clauses: [Words] =
      (removed.isEmpty ? [] : ["removes \(removed.names)"])
      + (added.isEmpty ? [] : ["adds \(added.names)"])
    if !ViewQuery.isSame(old, new) { clauses.append("uses another query\(code)") }
    return clauses.joined(by: ", ")
  }
}

extension SchemaSnapshot {
  /// The name of an object as it was written.
  fileprivate func name(of noun: String, _ name: String) -> String? {
    switch noun {
    case "index": table(ofIndex: name)?.indexes.map(\.name).first { $0.isSameName(as: name) }
    case "trigger":
      tables.values.lazy.flatMap(\.triggers).map(\.name).first { $0.isSameName(as: name) }
    default: self[name]?.name
    }
  }

  /// The SQL of an object as SQLite stores it, without IF NOT EXISTS.
  fileprivate func definition(_ noun: String, _ name: String) -> String? {
    if noun == "index" {
      return table(ofIndex: name)?.indexes.first { $0.name.isSameName(as: name) }?.sql
    }
    return definition(of: SQLName(name))
  }
}
