import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

extension EditedScript {
  /// The file with other statements at several places, each as with one place. If only texts change, the file is read
  /// again once, and not once for each of them.
  package func replacing(
    _ parts: [(numbers: ClosedRange<Int>, statements: [String])]
  ) throws(Refusal) -> [UInt8] {
    var edited = self
    if parts.allSatisfy({ $0.numbers.count == $0.statements.count }) {
      var texts: [(number: Int, sql: String)] = []
      for part in parts { texts += try changes(of: part.numbers, to: part.statements) }
      if let bytes = settingAtOnce(texts) { return bytes }
    }
    for part in parts.sorted(by: { $0.numbers.lowerBound > $1.numbers.lowerBound }) {
      edited = try edited.with(edited.replacing(part.numbers, with: part.statements))
    }
    return edited.bytes
  }

  /// The texts that do not say the same, with the comments before the old ones.
  private func changes(
    of numbers: ClosedRange<Int>, to statements: [String]
  ) throws(Refusal) -> [(number: Int, sql: String)] {
    let known = Self.statements(of: script)
    var texts: [(number: Int, sql: String)] = []
    for (number, sql) in zip(numbers, statements)
    where !known.indices.contains(number - 1)
      || CanonicalSQL(known[number - 1]) != CanonicalSQL(sql)
    {
      texts.append((number, try comment(before: number) + sql))
    }
    return texts
  }

  /// The file with other statements instead of some neighbors. Each text that changes keeps its place, its note and the
  /// comment before it, and one that says the same stays.
  package func replacing(
    _ numbers: ClosedRange<Int>, with statements: [String]
  ) throws(Refusal) -> [UInt8] {
    var edited = self
    let kept = min(numbers.count, statements.count)
    for (number, sql) in try changes(of: numbers, to: statements) {
      edited = try edited.with(edited.setting(number, to: sql))
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
