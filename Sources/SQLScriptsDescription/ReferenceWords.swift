import SQLScriptsSQL
import SQLScriptsSchema

/// Foreign keys of one table as sentences: “Each row belongs to a row of **user** and is deleted with it”.
struct ReferenceWords {
  let table: SchemaTable
  var references: [SchemaForeignKey]

  private struct Group: Hashable {
    var isRequired: Bool
    var deletion: String
  }

  /// One sentence for the references that are equally binding, without periods.
  var sentences: [Words] {
    var order: [Group] = []
    var members: [Group: [SchemaForeignKey]] = [:]
    for reference in references {
      let isRequired = reference.isRequired(in: table)
      let group = Group(isRequired: isRequired, deletion: reference.deletion(in: table) ?? "")
      if members[group] == nil { order.append(group) }
      members[group, default: []].append(reference)
    }
    return order.map { words($0, members[$0] ?? []) } + references.compactMap(update)
  }

  /// “if the key of its row of **user** changes, **owner** changes with it”; nil if that is not allowed.
  private func update(_ reference: SchemaForeignKey) -> Words? {
    let isOwn = SQLName(reference.parent) == SQLName(table.name)
    let parent: Words = isOwn ? "the other row" : "its row of \(name: reference.parent)"
    let key: Words = reference.keys.isEmpty ? "key" : reference.keys.names
    let isOne = reference.columns.count == 1
    let start: Words =
      "if the \(key) of \(parent) \(reference.keys.count > 1 ? "change" : "changes"), \(reference.columns.names)"
    switch reference.update(in: table) {
    case "CASCADE": return start + (isOne ? " changes with it" : " change with it")
    case "SET NULL":
      return start + (isOne ? " loses its value" : " lose their values")
    case "SET DEFAULT":
      return start + (isOne ? " gets its default" : " get their defaults")
    default: return nil
    }
  }

  private func words(_ group: Group, _ references: [SchemaForeignKey]) -> Words {
    let start: Words = group.isRequired ? "each row belongs to " : "a row can belong to "
    let targets = targets(of: references)
    let isOne = references.count == 1
    let words = start + targets.list()
    // All columns of a key lose their values, but only those of the key whose row is gone.
    let isWide = references.contains { $0.columns.count > 1 }
    let columns = { (preposition: Words) in
      let names = references.map { $0.columns.names }
      // “a and b or q” would have two meanings.
      return isWide ? names.joined(by: ", or \(preposition) ") : names.list("or")
    }
    let s = isWide ? "s" : ""
    let comma: Words = isOne && group.isRequired ? "" : ","
    switch group.deletion {
    case "CASCADE":
      let other = isOne ? "it" : references.count == 2 ? "either of them" : "any of them"
      return words + "\(comma) and is deleted with \(other)"
    case "SET NULL":
      return words + "\(comma) and loses the value\(s) in \(columns("in")) when that is deleted"
    case "SET DEFAULT":
      return words + "\(comma) and gets the default\(s) of \(columns("of")) when that is deleted"
    default: return words
    }
  }

  /// “a row of **user**”, “one of **group**”
  private func targets(of references: [SchemaForeignKey]) -> [Words] {
    var parents: [SQLName] = []
    for name in references.map({ SQLName($0.parent) }) where !parents.contains(name) {
      parents.append(name)
    }
    var hasNoun = false
    return parents.map { parent in
      let same = references.filter { SQLName($0.parent) == parent }
      let columns = same.map { $0.columns.names }
      var each: Words = ""
      if same.count > 1 {
        let times = same.count == 2 ? "twice" : "\(same.count) times"
        each = " \(times), through \(columns.list())"
      } else if self.references.count(where: { SQLName($0.parent) == parent }) > 1 {
        each = " through \(columns.list())"
      }
      if parent == SQLName(table.name) { return "another row" + each }
      defer { hasNoun = true }
      return (hasNoun ? "one of" : "a row of") + " \(name: same[0].parent)" + each
    }
  }
}

extension SchemaForeignKey {
  fileprivate func isRequired(in table: SchemaTable) -> Bool {
    columns.allSatisfy { isRequired($0, in: table) }
  }

  private func isRequired(_ name: String, in table: SchemaTable) -> Bool {
    guard let column = table.column(name) else { return false }
    return column.isNotNull || table.rowIDAlias?.name.isSameName(as: name) == true
  }

  /// What the deletion of the row that it refers to does to a row; nil if SQLite refuses the deletion.
  func deletion(in table: SchemaTable) -> String? { effect(onDelete, table) }

  /// What another key of the row that it refers to does to a row; nil if SQLite refuses it.
  func update(in table: SchemaTable) -> String? { effect(onUpdate, table) }

  /// An action that would leave a required column empty always fails.
  private func effect(_ action: String, _ table: SchemaTable) -> String? {
    let isPossible =
      switch action {
      case "CASCADE": true
      case "SET NULL": !columns.contains { isRequired($0, in: table) }
      case "SET DEFAULT":
        columns.allSatisfy {
          !isRequired($0, in: table) || table.column($0)?.effectiveDefault != nil
        }
      default: false
      }
    return isPossible ? action : nil
  }
}
