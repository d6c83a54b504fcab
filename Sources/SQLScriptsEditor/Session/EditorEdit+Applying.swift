import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReport
import SQLScriptsValidation

extension EditorEdit {
  /// The bytes of the script after the edit.
  ///
  /// - Parameters:
  ///   - saved: the bytes of the script on the disk.
  ///   - findings: the findings of the script that the page shows.
  func bytes(
    of file: ScriptFile, saved: [UInt8]?, in bundle: ScriptBundle, _ findings: [Diagnostic]
  ) throws(EditorProblem) -> [UInt8] {
    guard let source = try? bundle.source(of: file) else {
      throw EditorProblem(.refused, "“\(file.name)” cannot be read")
    }
    switch self {
    case .setText(_, let text):
      // Of other files, the page does not have the text. One that was just repaired may still be typed.
      let texts =
        [ScriptReading(file, in: bundle).text]
        + [saved.flatMap { ScriptReading(file.with($0), in: bundle).text }]
      guard texts.contains(where: { $0 != nil }) else {
        try Self.checkEncoding(of: file, source, in: bundle)
        throw EditorProblem(.refused, "the steps of this file can be edited one by one")
      }
      return Array(text.utf8)
    case .fix(_, let name):
      let finding = try Self.finding(name, in: findings)
      guard let fixIt = finding.fixIt else {
        throw EditorProblem(.refused, "there is no automatic correction for this")
      }
      let (bytes, taken) = source.bytes(after: [fixIt])
      guard !taken.isEmpty else { throw .noFinding }
      return bytes
    default: try Self.checkEncoding(of: file, source, in: bundle)
    }
    do throws(EditedScript.Refusal) {
      let script = bundle.read(file, in: source).script
      let edited = try EditedScript(file, source, script)
      switch self {
      case .set(_, let number, let sql): return try edited.setting(number, to: sql)
      case .split(_, let number, let sql): return try edited.splitting(number, into: sql)
      case .insert(_, let place, let sql): return try edited.inserting(sql, before: place)
      case .remove(_, let numbers): return try edited.removing(numbers)
      case .move(_, let numbers, let place): return try edited.moving(numbers, before: place)
      case .removeRequirement(_, let number): return try edited.removingRequirement(number)
      case .describe(_, let words), .keepDescription(_, let words):
        return try edited.describing(words)
      case .ignore(_, let name, let reason):
        guard let script else { throw .unreadable }
        return try Self.ignoring(name, reason, findings, script, edited)
      default: return Array(source.bytes)
      }
    } catch .severalStatements(let statements) {
      let error = EditedScript.Refusal.severalStatements(statements)
      // The page offers to make a step of each.
      throw EditorProblem(
        .refused, "\(error)", [.init("statements", .array(statements.map { .string($0) }))])
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
  }

  /// Refuses a file in another encoding. The page cannot show its text, so it cannot be repaired there.
  private static func checkEncoding(
    of file: ScriptFile, _ source: SourceFile, in bundle: ScriptBundle
  ) throws(EditorProblem) {
    let mistake = bundle.read(file, in: source).diagnostics.first {
      $0.id == TextMistake.notUTF8.id
    }
    guard let span = mistake?.span else { return }
    let place = source.location(at: span.range.lowerBound)
    throw EditorProblem(
      .refused,
      "“\(file.name)” is not UTF-8 (line \(place.line), column \(place.column)), so it cannot be edited here; save it as UTF-8 in a text editor, then reload this page"
    )
  }

  static func finding(
    _ name: FindingName, in findings: [Diagnostic]
  ) throws(EditorProblem) -> Diagnostic {
    let found = findings.first { $0.id == name.rule && $0.span.range.lowerBound == name.offset }
    guard let found else { throw .noFinding }
    return found
  }

  /// Writes the comment that ignores a rule, with the reason, before the statement.
  private static func ignoring(
    _ name: FindingName, _ reason: String, _ findings: [Diagnostic], _ script: Script,
    _ edited: EditedScript
  ) throws(EditedScript.Refusal) -> [UInt8] {
    let statements = ListedStatement.all(of: script)
    let finding = findings.first {
      $0.id == name.rule && $0.span.range.lowerBound == name.offset
    }
    guard let finding, let number = statements.number(at: finding.span.range, in: script),
      let statement = statements.first(where: { $0.number == number })
    else { throw .noStatement(0) }
    // A comment must not end earlier than it should.
    let words = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
      .replacing("*/", with: "* /")
    let comment = "/* sqlscripts: ignore[\(name.rule)] \(words) */ "
    return try edited.setting(number, to: comment + script.text(statement.range))
  }
}
