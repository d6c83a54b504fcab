import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

extension EditedScript {
  /// The file with other statements instead of some neighbors. Each text that changes keeps its place, its note and the
  /// comment before it, and one that says the same stays.
  package func replacing(
    _ numbers: ClosedRange<Int>, with statements: [String]
  ) throws(Refusal) -> [UInt8] {
    var edited = self
    let kept = min(numbers.count, statements.count)
    let known = Self.statements(of: script)
    for (number, sql) in zip(numbers, statements)
    where !known.indices.contains(number - 1)
      || CanonicalSQL(known[number - 1]) != CanonicalSQL(sql)
    {
      edited = try edited.with(edited.setting(number, to: edited.comment(before: number) + sql))
    }
    let next = numbers.lowerBound + kept
    if kept < numbers.count { return try edited.removing(Array(next...numbers.upperBound)) }
    guard kept < statements.count else { return edited.bytes }
    return try edited.inserting(Array(statements[kept...]), before: next)
  }

  /// What a text has before its first token.
  private func comment(before number: Int) throws(Refusal) -> String {
    let listed = ListedStatement.all(of: script)
    guard let statement = listed.first(where: { $0.number == number }) else {
      throw .noStatement(number)
    }
    let text = SQLText(script.text(statement.range))
    let start = text.tokens.first?.range.lowerBound ?? 0
    return String(decoding: text.bytes[..<start], as: UTF8.self)
  }

  private func with(_ bytes: [UInt8]) throws(Refusal) -> EditedScript {
    let source = SourceFile(name: source.name, bytes: bytes)
    let script = ScriptBundle(scripts: []).read(file.with(bytes), in: source).script
    return try EditedScript(file.with(bytes), source, script)
  }
}
