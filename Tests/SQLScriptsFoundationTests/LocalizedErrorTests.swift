import Foundation
import SQLScriptsFoundation
import Testing

/// The text that an app shows if it only knows that it has an error.
struct LocalizedErrorTests {
  private static let errors: [any Error] = [
    MigrationRefusal.nothingToAdopt, MalformedVersion.noRow, AdoptionProblem.userVersionIsZero,
    BackupError.sameFile("a"), SQLiteError(code: .error, message: "no such table"),
    SQLiteManager.SharedError.notConfigured, MigrationFailure.Reason.refused(.nothingToAdopt),
  ]

  @Test func `every error describes itself`() throws {
    var errors = Self.errors
    for scripts in [["nonsense"], []] {
      let bundle = ScriptBundle(scripts: scripts.map { .default([$0]) })
      do {
        try Migrator(path: ":memory:", scripts: bundle).migrate()
      } catch {
        errors.append(error)
        if case .statement(let failure) = error.reason { errors.append(failure) }
      }
    }
    do {
      _ = try ScriptBundle(directory: "/nowhere")
    } catch {
      errors.append(error)
    }
    #expect(errors.count == Self.errors.count + 4)
    for error in errors {
      #expect(error.localizedDescription == "\(error)")
      #expect(!error.localizedDescription.contains("could not be completed"))
    }
  }

  /// A new error without a description would say that "the operation could not be completed".
  @Test func `the test covers every public error`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let sources = root.appendingPathComponent("Sources")
    let localized = try String(
      contentsOf: sources.appendingPathComponent(
        "SQLScriptsFoundation/LocalizedError+SQLScripts.swift"), encoding: .utf8)
    var found = 0
    for room in ["SQLScripts", "SQLScriptsFiles", "SQLScriptsDatabase"] {
      let folder = sources.appendingPathComponent(room)
      let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      for case let file as String in files where file.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        for match in text.matches(of: #/public (?:struct|enum) (\w+): (?:[\w, ]+, )?Error\b/#) {
          found += 1
          #expect(localized.contains("\(match.1): LocalizedError {"), "\(match.1)")
        }
      }
    }
    #expect(found >= 10)
  }
}
