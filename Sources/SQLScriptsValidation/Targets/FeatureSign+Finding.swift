import SQLScriptsFiles
import SQLScriptsSchema

extension FeatureSign {
  /// The tokens of a statement that use the feature; nil if it is not used.
  func find(in outline: StatementOutline) -> ClosedRange<Int>? {
    switch self {
    case .functions(let names): outline.call(of: names).map { $0...$0 }
    case .arguments(let names, let count):
      outline.calls(of: names).first { outline.arguments($0 + 1).count == count }.map { $0...$0 }
    case .words(let words):
      outline.indices.first { outline.has(words, at: $0) }.map { $0...$0 + words.count - 1 }
    case .pragma(let name): outline.pragma(name)
    case .module(let names): outline.module(names)
    case .fts5Option(let word):
      outline.module(["FTS5"]).flatMap { _ in outline.first(word) }
    case .fts5Tokenizer(let words): outline.tokenizer(words)
    case .timeModifier(let words): outline.timeModifier(words)
    case .timeFormat(let letters): outline.timeFormat(letters)
    case .dropColumn, .renameColumn, .alterColumn, .dropConstraint, .addConstraint:
      findAlteration(in: outline)
    case .upsert, .upsertWithoutTarget, .severalUpserts, .updateFrom, .returning, .dmlLimit,
      .setRow:
      findChange(in: outline)
    case .window: outline.windows.first
    case .windowFrame: outline.windowFrame
    case .filter: outline.filter
    case .nullsOrder: outline.nullsOrder
    case .aggregateOrder: outline.aggregateOrder
    case .generatedColumn: outline.generatedColumn
    case .strictTable: outline.strictTable
    case .expressionIndex: outline.expressionIndex
    case .viewColumns: outline.viewColumns
    case .materialized:
      outline.indices.first {
        outline.word($0) == "MATERIALIZED" && outline.word($0 + 1) == "("
          && ["AS", "NOT"].contains(outline.word($0 - 1))
      }.map { $0...$0 }
    case .arrow:
      outline.indices.first { ["->", "->>"].contains(outline.word($0)) }.map { $0...$0 }
    case .rightJoin: outline.rightJoin
    case .truthWords: outline.truthWord
    case .pragmaFunction:
      outline.indices.first { index in
        outline.word(index).hasPrefix("PRAGMA_")
          && ["FROM", "JOIN", ","].contains(outline.word(index - 1))
          && outline.statement.before[outline.word(index)] == nil
      }.map { $0...$0 }
    case .schemaTable:
      outline.indices.first { index in
        ["SQLITE_SCHEMA", "SQLITE_TEMP_SCHEMA"].contains(outline.word(index))
          && ["FROM", "JOIN", "."].contains(outline.word(index - 1))
      }.map { $0...$0 }
    case .digitSeparator:
      outline.indices.first { index in
        let token = outline.tokens[index]
        return (token.kind == .integer || token.kind == .float)
          && outline.bytes(token).contains(UInt8(ascii: "_"))
      }.map { $0...$0 }
    case .raiseExpression: outline.raiseExpression
    }
  }

  private func findAlteration(in outline: StatementOutline) -> ClosedRange<Int>? {
    guard let at = outline.altered?.end else { return nil }
    let (verb, next) = (outline.word(at), outline.word(at + 1))
    switch self {
    case .dropColumn where verb == "DROP" && next != "CONSTRAINT":
      return at...(next == "COLUMN" ? at + 1 : at)
    case .renameColumn where verb == "RENAME" && next != "TO":
      return at...(next == "COLUMN" ? at + 1 : at)
    case .alterColumn where verb == "ALTER": return at...(next == "COLUMN" ? at + 1 : at)
    case .dropConstraint where verb == "DROP" && next == "CONSTRAINT": return at...at + 1
    case .addConstraint where verb == "ADD" && (next == "CONSTRAINT" || next == "CHECK"):
      return at...at + 1
    default: return nil
    }
  }

  private func findChange(in outline: StatementOutline) -> ClosedRange<Int>? {
    for part in outline.bodyParts {
      let verb = outline.verb(of: part)
      let isInsert = verb == "INSERT" || verb == "REPLACE"
      let isChange = verb == "UPDATE" || verb == "DELETE"
      guard isInsert || isChange else { continue }
      let upserts = part.filter {
        isInsert && outline.has(["ON", "CONFLICT"], at: $0)
          && ["(", "DO"].contains(outline.word($0 + 2))
      }
      let top = part.filter { outline.depth($0) == 0 }
      let found: ClosedRange<Int>? =
        switch self {
        case .upsert: upserts.first.map { $0...$0 + 1 }
        case .upsertWithoutTarget:
          upserts.first { outline.has(["DO", "UPDATE"], at: $0 + 2) }.map { $0...$0 + 3 }
        case .severalUpserts: upserts.dropFirst().first.map { $0...$0 + 1 }
        case .updateFrom where verb == "UPDATE":
          top.first { outline.word($0) == "FROM" && outline.word($0 - 1) != "DISTINCT" }
            .map { $0...$0 }
        case .returning: top.first { outline.word($0) == "RETURNING" }.map { $0...$0 }
        case .dmlLimit where isChange:
          (top.first { outline.word($0) == "LIMIT" } ?? top.first { outline.word($0) == "ORDER" })
            .map { $0...$0 }
        case .setRow where verb == "UPDATE":
          top.first { outline.has(["SET", "("], at: $0) }.map { $0...$0 }
        default: nil
        }
      if let found { return found }
    }
    return nil
  }
}
