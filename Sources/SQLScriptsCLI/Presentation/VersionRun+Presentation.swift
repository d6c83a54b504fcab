import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsScratch
import SQLScriptsTorture
import SQLScriptsValidation

extension VersionRun {
  /// The steps, their result, and the checks.
  func lines(width: Int) -> [StyledText] {
    let way = from.map { "Version \($0) to \(to)" } ?? "A new database, version \(to)"
    switch result {
    case .failure(let failure) where isReleased:
      var line = StyledText("\(way): stopped", .emphasis)
      line.append(
        " by a released script, which cannot be corrected any more: "
          + VisibleText.oneLine(failure.summary))
      return [line]
    case .failure(let failure):
      return [StyledText("\(way): stopped", .emphasis)] + failure.rehearsalLines(width: width)
    case .success(let rehearsal):
      let time = DurationText.text(milliseconds: rehearsal.migration.report.milliseconds)
      return [StyledText("\(way), in \(time)", .emphasis)]
        + rehearsal.migration.report.stepLines + [StyledText()]
        + rehearsal.migration.changeLines + [StyledText()]
        + rehearsal.checkLines(isReleased: isReleased)
    }
  }

  /// The last line.
  ///
  /// - Parameter versions: the versions from which databases can be migrated, ascending.
  static func summary(of runs: [VersionRun], versions: [Int64]) -> StyledText {
    let bad = runs.count { !$0.isFine }
    let starts = runs.count { $0.from != nil }
    let sqlite = "rehearsed with sample rows on SQLite \(Connection.libraryVersion)"
    var what = "a new database"
    if starts > 0, let first = versions.first, let last = versions.last {
      what += " and updates from \(first == last ? "\(first)" : "\(first)–\(last)")"
      if starts < versions.count {
        what += " (\(starts) of \(versions.count) versions; --every-version starts from all)"
      }
    }
    let released = runs.count { $0.isReleased }
    if released > 0, bad == 0 {
      return StyledText(
        "All fine, except for \(released) of \(runs.count) with problems in released scripts: "
          + "\(what) \(sqlite)")
    }
    guard bad > 0 else { return StyledText("All fine: \(what) \(sqlite)") }
    return StyledText("\(bad) of \(runs.count) went wrong: \(what) \(sqlite)")
  }

  static func json(
    of runs: [VersionRun], _ databases: VersionDatabases, _ sentences: ScriptSentences?,
    torture: BundleTorture?
  ) -> JSONText {
    .document([
      .init("latest", .int(databases.latest)),
      .init("versions", .array(databases.versions.map { .int($0) })),
      .init("sqlite", .string(Connection.libraryVersion)),
      .init("fine", .bool(runs.allSatisfy(\.isFine) && torture?.status ?? .fine == .fine)),
      .init("unreleased", sentences?.unreleasedJSON ?? .null),
      .init("rehearsals", .array(runs.map(\.json))),
      .init("torture", torture?.json ?? .null),
    ])
  }

  /// The result as JSON. Every field is always present.
  private var json: JSONText {
    let checks: JSONText
    let migration: Result<MigrationRehearsal, MigrationFailure>
    switch result {
    case .success(let rehearsal):
      migration = .success(rehearsal.migration)
      checks = .array(
        rehearsal.checks.map { check in
          let words = rehearsal.problems.filter { $0.check == check }.map(\.words)
          let accepted = rehearsal.accepted.filter { $0.check == check }.map(\.words)
          return .object([
            .init("check", .string(check.rawValue)),
            .init("holds", .bool(words.isEmpty && accepted.isEmpty)),
            .init("problems", .array(words.map { .string($0) })),
            .init("accepted", .array(accepted.map { .string($0) })),
          ])
        })
    case .failure(let failure):
      migration = .failure(failure)
      checks = .array([])
    }
    return .object([
      .init("from", .integer(from)),
      .init("to", .int(to)),
      .init("rehearsal", migration.json),
      .init("checks", checks),
      .init("released", .bool(isReleased)),
    ])
  }
}

extension VersionRehearsal {
  /// The passed checks on one line, and one line for each failed check.
  ///
  /// - Parameter isReleased: whether nobody can correct the cause any more.
  fileprivate func checkLines(isReleased: Bool) -> [StyledText] {
    let broken = Set((problems + accepted).map(\.check))
    let held = checks.filter { !broken.contains($0) }.map(\.words)
    var lines: [StyledText] = []
    if !held.isEmpty {
      var line = StyledText("holds", .info)
      line.append(": " + held.joined(separator: "; "))
      lines.append(line)
    }
    lines += accepted.map { problem in
      var line = StyledText("note", .info)
      line.append(": " + VisibleText.oneLine(problem.words))
      return line
    }
    return lines
      + problems.map { problem in
        var line = isReleased ? StyledText("note", .info) : StyledText("error", .error)
        line.append(": " + VisibleText.oneLine(problem.words))
        if isReleased { line.append(", because of released scripts") }
        return line
      }
  }
}

extension VersionRehearsal.Check {
  fileprivate var words: String {
    switch self {
    case .integrity: "the database passes the integrity check"
    case .foreignKeys: "no row violates a foreign key"
    case .schema: "the schema is the same as in a new database"
    }
  }
}
