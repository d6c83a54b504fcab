import SQLScriptsSQL
import SQLScriptsSchema

extension FormNewNames {
  /// Takes over what a step did to the names, when it ran as it was and as it is now.
  ///
  /// A name that is gone may later be that of another thing. The form of an index names it for its table and columns, so
  /// its name changes with theirs.
  package mutating func follow(
    from start: (old: SchemaSnapshot, new: SchemaSnapshot),
    to end: (old: SchemaSnapshot, new: SchemaSnapshot)
  ) {
    if start.old == end.old { return }
    let earlier = Self.indexes(createdFrom: start.old, to: end.old)
    var created = Self.indexes(createdFrom: start.new, to: end.new)
    let isOne = earlier.count == 1 && created.count == 1
    for (name, place) in earlier {
      let now = IndexPlace(
        table: SQLName(table(place.table.text)),
        columns: place.columns.map { $0.map { SQLName(column($0.text, of: place.table.text)) } },
        isUnique: place.isUnique)
      let match = created.firstIndex { $0.place == now || isOne && $0.place.table == now.table }
      guard let match else { continue }
      setIndex(name, created.remove(at: match).name)
    }
    forget(missingFrom: end.old)
  }

  /// What the form of an index says about it.
  private struct IndexPlace: Hashable {
    let table: SQLName
    let columns: [SQLName?]
    let isUnique: Bool
  }

  private static func indexes(
    createdFrom start: SchemaSnapshot, to end: SchemaSnapshot
  ) -> [(name: String, place: IndexPlace)] {
    // There may be hundreds of tables, most of which a step does not touch.
    end.names.compactMap { end[$0] }.filter { start[$0.name] != $0 }.flatMap { table in
      table.indexes.filter { $0.origin == .created && start.table(ofIndex: $0.name) == nil }
        .map { index in
          let columns = index.columns.map { $0.map { SQLName($0) } }
          let place = IndexPlace(
            table: SQLName(table.name), columns: columns, isUnique: index.isUnique)
          return (index.name, place)
        }
    }
  }
}
