import SQLScriptsFiles
import SQLScriptsSQL

/// A statement as people count it: an item of a property list or of JSON, or a statement of a `.sql` file.
package struct ListedStatement: Sendable {
  /// The number that people count, from one.
  package let number: Int
  /// The place of its text in the script's document.
  package let range: Range<Int>
  /// The item that contains it.
  package let item: ScriptItem

  /// All statements of a script, in order.
  package static func all(of script: Script) -> [ListedStatement] {
    guard script.file.format == .sql else {
      return script.items.map { ListedStatement(number: Int($0.number), range: $0.text, item: $0) }
    }
    var all: [ListedStatement] = []
    for item in script.items {
      script.document.withBytes(of: item.text) { bytes in
        StatementBytes.each(in: bytes) { statement, _ in
          guard let start = statement.baseAddress, let first = bytes.baseAddress else { return }
          let known = StatementBytes.known(of: statement)
          let offset = item.text.lowerBound + (start - first)
          all.append(
            ListedStatement(
              number: all.count + 1,
              range: offset + known.lowerBound..<offset + known.upperBound, item: item))
        }
      }
    }
    return all
  }
}

extension [ListedStatement] {
  /// The number of the statement at a place of the script's file; nil if it is outside all statements.
  package func number(at place: Range<Int>, in script: Script) -> Int? {
    guard !isEmpty else { return nil }
    // Their places ascend.
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if script.span(of: self[middle].range).range.lowerBound <= place.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return nil }
    let candidate = self[low - 1]
    return place.lowerBound <= script.span(of: candidate.range).range.upperBound
      ? candidate.number : nil
  }
}
