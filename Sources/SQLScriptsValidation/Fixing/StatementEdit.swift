import SQLScriptsAdvice
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSQL

/// A replacement for a range of a statement.
struct StatementEdit: Sendable, Hashable {
  /// Its bytes in the statement.
  let range: Range<Int>
  let text: String

  init(_ range: Range<Int>, _ text: String) {
    self.range = range
    self.text = text
  }
}

extension [UInt8] {
  /// The bytes after edits that do not overlap.
  func applying(_ edits: [StatementEdit]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += self[end..<edit.range.lowerBound]
      result += edit.text.utf8
      end = edit.range.upperBound
    }
    return result + self[end...]
  }
}

extension RehearsedStatement {
  /// Longer statements are bulk data and too slow to compile repeatedly.
  static let longestCorrected = 65_536

  /// The bytes after edits that do not overlap.
  func bytes(after edits: [StatementEdit]) -> [UInt8] {
    Array(script.document.bytes(of: range)).applying(edits)
  }

  /// A fix-it for edits; nil if one of them cannot be written in the file's format.
  func fixIt(_ message: String, _ edits: [StatementEdit]) -> FixIt? {
    var written: [FixIt.Edit] = []
    for edit in edits {
      let place =
        (range.lowerBound + edit.range.lowerBound)..<(range.lowerBound + edit.range.upperBound)
      guard let edit = script.edit(place, with: edit.text) else { return nil }
      written.append(edit)
    }
    return written.isEmpty ? nil : FixIt(message, written)
  }

  /// A fix-it after which SQLite compiles the statement; nil if there is none.
  func provedFixIt(_ message: String, _ edits: [StatementEdit]) -> FixIt? {
    guard range.count <= Self.longestCorrected else { return nil }
    let bytes = bytes(after: edits)
    guard let probe = probe(for: bytes), probe.compiles(bytes) else { return nil }
    return fixIt(message, edits)
  }

  /// A probe with the tables that a corrected statement names.
  func probe(for bytes: [UInt8]) -> SyntaxProbe? {
    let names = bytes.withUnsafeBufferPointer { StatementText($0).names }
    let tables = names.sorted().compactMap { before[$0] }
    return SyntaxProbe(tables: tables.filter { $0.kind == .table || $0.kind == .view })
  }
}
