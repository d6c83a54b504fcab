import SQLScriptsDatabase
import SQLScriptsFiles

extension StoredState {
  /// What would be different from another state, in words; empty if nothing would.
  ///
  /// - Parameter isSame: whether two texts of the schema that differ are the same all the same.
  package func differences(
    from before: StoredState, isSame: (_ before: String, _ after: String) -> Bool = { $0 == $1 }
  ) -> [String] {
    var words: [String] = []
    let old = Self.byName(before.objects)
    let new = Self.byName(objects)
    for object in before.objects {
      guard let found = new[object.key] else {
        words.append("\(object.words) would be gone")
        continue
      }
      if !found.table.isSameName(as: object.table) {
        words.append("\(object.words) would belong to “\(found.table)”")
      } else if !found.sql.utf8.elementsEqual(object.sql.utf8), !isSame(object.sql, found.sql) {
        words.append(
          "\(object.words) would be stored as “\(found.sql.excerpt(where: object.sql))” "
            + "instead of “\(object.sql.excerpt(where: found.sql))”")
      }
    }
    for object in objects where old[object.key] == nil {
      words.append("\(object.words) would be new")
    }
    if words.isEmpty, triggerOrders != before.triggerOrders {
      words.append("triggers would fire in another order")
    }
    words += rowDifferences(from: before)
    for (name, value) in settings.sorted(by: { $0.key < $1.key })
    where before.settings[name] != value {
      words.append("“PRAGMA \(name)” would be \(value)")
    }
    return words
  }

  /// The tables that would have other rows, in words. A table that is new or gone is an object that is.
  package func rowDifferences(from before: StoredState) -> [String] {
    Set(before.rows.keys).union(rows.keys).sorted().compactMap { name in
      let none = name.isReserved ? Rows(count: 0, hash: 0) : nil
      guard let old = before.rows[name] ?? none, let new = rows[name] ?? none, new != old else {
        return nil
      }
      guard new.count == old.count else {
        return "“\(name)” would have \(new.count.rows) instead of \(old.count)"
      }
      return "“\(name)” would have other values in its \(new.count.rows)"
    }
  }

  private static func byName(_ objects: [Object]) -> [Object.Key: Object] {
    Dictionary(objects.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The triggers of each table in the order in which they were made, which is the order in which they fire.
  private var triggerOrders: [SQLName: [SQLName]] {
    Dictionary(grouping: objects.filter { $0.kind == "trigger" }) { SQLName($0.table) }
      .mapValues { $0.map { SQLName($0.name) } }
  }
}

extension StoredState.Object {
  struct Key: Hashable {
    let kind: String
    let name: SQLName
  }

  var key: Key { Key(kind: kind, name: SQLName(name)) }

  fileprivate var words: String { "\(kind) “\(name)”" }
}

extension Int {
  fileprivate var rows: String { "\(self) row\(self == 1 ? "" : "s")" }
}

extension String {
  /// The part of a long text in which it differs from another.
  fileprivate func excerpt(where other: String) -> String {
    let line = oneLine
    let common = line.sharedPrefix(with: other.oneLine)
    let start = line.dropFirst(max(0, common.count - 30))
    let words = start.count > 90 ? start.prefix(90) + "…" : start
    return (start.count < line.count ? "…" : "") + words
  }

  private func sharedPrefix(with other: String) -> Substring {
    prefix(zip(self, other).prefix { $0 == $1 }.count)
  }
}
