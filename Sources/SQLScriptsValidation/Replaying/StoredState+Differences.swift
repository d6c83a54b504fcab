import SQLScriptsSQL

extension StoredState {
  /// The differences from another state, in words; empty if there are none.
  ///
  /// - Parameter isSame: whether two different SQL texts of the schema are equivalent.
  package func differences(
    from before: StoredState,
    isSame: (_ before: String, _ after: String) -> Bool = { _, _ in false }
  ) -> [String] {
    var words: [String] = []
    let old = Self.byName(before.objects)
    let new = Self.byName(objects)
    for object in before.objects {
      guard let found = new[object.key] else {
        words.append("\(object.words) would be dropped")
        continue
      }
      if !found.table.isSameName(as: object.table) {
        words.append("\(object.words) would belong to “\(found.table)”")
      } else if !found.sql.hasSameBytes(as: object.sql), !isSame(object.sql, found.sql) {
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
    for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
      guard let old = before.settings[name], old != value else { continue }
      words.append("“PRAGMA \(name)” would be \(value) instead of \(old)")
    }
    return words
  }

  /// The tables with different rows, in words. New and dropped tables are differences of objects.
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

  /// The triggers of each table in the order of their creation, in which they fire.
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
  /// The part of a long text in which it differs from another, on one line and with everything that would not
  /// be seen written out.
  fileprivate func excerpt(where other: String) -> String {
    let (old, new) = (Array(other.unicodeScalars), Array(unicodeScalars))
    let common = zip(old, new).prefix { $0 == $1 }.count
    let start = max(0, common - 30)
    let end = min(new.count, common + 60)
    var words = start > 0 ? "…" : ""
    for (index, scalar) in zip(start..., new[start..<end]) {
      words += scalar.shown(isDifferent: index == common || index == common + 1)
    }
    return words + (end < new.count ? "…" : "")
  }
}

extension Unicode.Scalar {
  /// - Parameter isDifferent: whether it is the one at which two texts part: it may look like the other.
  fileprivate func shown(isDifferent: Bool) -> String {
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let isPlain =
        isASCII ? value >= 0x20 && value != 0x7F : !isDifferent && !properties.isWhitespace
      return isPlain ? String(self) : "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
