import SQLScriptsFiles
import SQLScriptsSQL

/// The BEGIN and COMMIT statements of a script that runs in a transaction of the runner (laws 12 and 15).
///
/// Scripts of other tools contain them. They are ignored if one transaction has the same effect:
///
/// * `BEGIN … COMMIT` around the whole script, also several of them in a row.
/// * `COMMIT; PRAGMA foreign_keys = OFF; BEGIN; … COMMIT; PRAGMA foreign_keys = ON; BEGIN`, which leaves the
///   transaction of the tool for a PRAGMA that has no effect inside one.
///
/// A COMMIT between statements outside such a pair asks for two transactions. It is refused.
package struct ScriptTransactions {
  /// Each BEGIN and COMMIT, in the order of the document. A decoded item comes after the others.
  private var controls: [(end: Int, isIgnored: Bool)] = []

  package init(_ script: Script) {
    var kinds: [(kind: Kind, end: Int)] = []
    script.eachStatement { statement, range in
      guard let kind = Kind(statement.leadingWords(2)) else { return }
      kinds.append((kind, range.upperBound))
    }
    let refused = Self.refused(in: kinds)
    var isIgnored = true
    for (kind, end) in kinds where kind.isControl {
      if end == refused { isIgnored = false }
      controls.append((end, isIgnored))
    }
    controls.sort { $0.end < $1.end }
  }

  /// Whether the BEGIN or COMMIT at an offset of the script's document is ignored.
  ///
  /// - Parameter offset: the beginning of the statement, including whitespace and comments.
  package func isIgnored(at offset: Int) -> Bool {
    var (low, high) = (0, controls.count)
    while low < high {
      let middle = (low + high) / 2
      if controls[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return low < controls.count && controls[low].isIgnored
  }

  private enum Kind {
    case begin, commit
    /// A statement that must be outside a transaction.
    case outside
    case other

    init?(_ words: [String]) {
      switch words.first {
      case nil: return nil
      case "begin": self = .begin
      case "commit", "end": self = .commit
      case "pragma", "vacuum": self = .outside
      case "select", "explain", "values": return nil
      default: self = .other
      }
    }

    var isControl: Bool { self == .begin || self == .commit }
  }

  /// The end of the first BEGIN or COMMIT that changes the effect of the script.
  private static func refused(in statements: [(kind: Kind, end: Int)]) -> Int? {
    guard let first = statements.first(where: { $0.kind.isControl }) else { return nil }
    // A script that starts with COMMIT ends the transaction of the tool that it was written for.
    let startsInside = first.kind == .commit
    var isInside = startsInside
    var last = first.end
    var hasCommitted = false
    var hasReason = false
    for (kind, end) in statements {
      switch kind {
      case .begin:
        if isInside { return end }
        if startsInside, !hasReason { return last }
        isInside = true
        last = end
      case .commit:
        if !isInside { return end }
        isInside = false
        hasCommitted = true
        hasReason = false
        last = end
      case .outside: hasReason = true
      case .other: if !isInside, hasCommitted { return last }
      }
    }
    return isInside == startsInside ? nil : last
  }
}

extension Script {
  /// Calls `body` with each statement and its range in the document.
  package func eachStatement(_ body: (StatementText, Range<Int>) -> Void) {
    for item in items {
      eachStatement(of: item) { statement, range in
        body(statement, range)
        return true
      }
    }
  }

  /// Calls `body` with each statement of an item until it returns false.
  func eachStatement(of item: ScriptItem, _ body: (StatementText, Range<Int>) -> Bool) {
    document.withBytes(of: item.text) { bytes in
      var offset = 0
      while offset < bytes.count {
        let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
        let place = StatementText(rest).firstStatement
        guard !place.isEmpty else { return }
        let start = item.text.lowerBound + offset
        let statement = StatementText(UnsafeBufferPointer(rebasing: rest[place]))
        let isWanted = body(
          statement, (start + place.lowerBound)..<(start + place.upperBound))
        guard isWanted else { return }
        offset += place.upperBound
      }
    }
  }
}
