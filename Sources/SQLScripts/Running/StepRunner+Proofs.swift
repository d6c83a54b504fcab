import SQLScriptsDatabase
import SQLScriptsFiles

// What must hold before a script is committed.
extension StepRunner {
  /// Laws 17 and 18.
  func prove(_ script: Script) throws(StepStop) {
    let name = script.file.name
    do {
      if authorizer.sawLegacyPragma {
        // What it let through must be usable all the same.
        try connection.execute("PRAGMA legacy_alter_table = OFF")
        usedLegacyRename = true
      }
      if script.foreignKeys == .checked {
        switch try foreignKeys.finishStep() {
        case .clean(let notices): self.notices += notices
        case .mustLookBefore:
          foreignKeys.looksBefore = true
          throw StepStop.again
        case .violations(let violations, let count) where authorizer.saysForeignKeysOff:
          notices.append(Self.notice(violations, count: count))
        case .violations(let violations, let count):
          throw StepStop.failure(
            .foreignKeys(script: name, version: script.version, violations, count: count))
        }
      }
      if usedLegacyRename { try proveSchema(script) }
    } catch let stop as StepStop {
      throw stop
    } catch let error as SQLiteError {
      throw .failure(.database(error, during: .checking(script: name)))
    } catch {
      throw .failure(
        .database(.misuse("\(error)"), during: .checking(script: name)))
    }
  }

  /// The script itself says that foreign keys are not to be enforced for it.
  private static func notice(_ violations: [ForeignKeyViolation], count: Int) -> String {
    let rows = count == 1 ? "1 row is" : "\(count) rows are"
    let first = violations.first.map { ": \($0)" } ?? ""
    return "\(rows) left without a parent, and kept, for the script says PRAGMA foreign_keys = OFF"
      + first
  }

  private func proveSchema(_ script: Script) throws {
    var broken = try SchemaHealth.broken(connection)
    guard !broken.isEmpty else { return }
    guard let brokenBefore else {
      looksAtSchemaBefore = true
      throw StepStop.again
    }
    for name in brokenBefore.keys { broken[name] = nil }
    guard broken.isEmpty else {
      throw StepStop.failure(
        .brokenSchema(script: script.file.name, version: script.version, objects: broken))
    }
  }
}
