import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsScratch
import SQLScriptsValidation

/// A default script that creates the same database as the default script and some updates.
///
/// It is only created if that is proved: both ways left the same schema, byte by byte, and the same rows with the same
/// rowids, at two moments without common values. A value that differs between the moments comes from the clock or is
/// random. No other value counts as such.
package struct Squash: Sendable {
  package enum Refusal: Error, Sendable {
    /// There is no update of this number.
    case noUpdate(Int64, last: Int64?)
    /// The default script already creates this version, or a later one.
    case madeAlready(Int64)
    /// Contents that statements cannot create, or that would differ.
    case notProved([String])
    case migration(MigrationFailure)
    case database(SQLiteError)
    case bundle(ScriptBundleError)
  }

  package let version: Int64
  /// The existing default script.
  package let old: ScriptFile?
  package let path: String
  package let before: [UInt8]
  package let after: [UInt8]
  package let tableCount: Int
  package let rowCount: Int
  /// The first of the updates that it includes.
  package let firstUpdate: Int64
  /// The updates that no installed database needs, according to the settings.
  package let needless: [ScriptFile]
  /// The updates that can be deleted when no database is older than `version`.
  package let later: [ScriptFile]

  package init(_ library: ScriptLibrary, through version: Int64) throws(Refusal) {
    let bundle = library.bundle
    let updates = bundle.updates.filter { $0.updateVersion <= version }
    guard let last = updates.last, last.updateVersion == version else {
      throw .noUpdate(version, last: bundle.lastUpdate)
    }
    self.version = version
    old = bundle.defaultScript
    let settings: BundleSettings
    var made: Int64 = 0
    do throws(MigrationFailure.Reason) {
      settings = try library.settings()
      if let old { made = try library.script(old).version }
    } catch {
      throw .migration(MigrationFailure(reading: error, at: bundle.displayName))
    }
    guard made < version else { throw .madeAlready(made) }
    let format = (old ?? last).format
    let name = ScriptName(kind: .default, format: format).canonicalFileName
    path = old?.displayName ?? last.displayName.dropLast(last.name.count) + name
    do {
      before = try old.map { Array(try bundle.source(of: $0).bytes) } ?? []
      let store = settings.versionStore
      var replayed = try DatabaseState(BundleDatabase(library, at: version), store)
      let later = try DatabaseState(
        BundleDatabase(library, at: version, moment: .second), store)
      let problems =
        replayed.removeValues(differentIn: later)
        + Self.journalProblems(
          [old].compactMap { $0 } + updates.filter { $0.updateVersion > made }, in: library)
      guard problems.isEmpty else { throw Refusal.notProved(problems) }
      var content = ScriptContent(replayed.statements)
      if version != 1 { content.version = version }
      content.summary = "the schema of version \(version)"
      if replayed.hasOrphans { content.foreignKeys = .unchecked }
      after = Array(content.text(format).utf8)
      let file = ScriptFile(
        kind: .default, format: format, name: name, displayName: path, content: .bytes(after))
      let squashed = ScriptLibrary(bundle.adding(file))
      for (moment, before) in [(Connection.Moment.first, replayed), (.second, later)] {
        let new = try BundleDatabase(squashed, at: version, moment: moment)
        let differences = try StoredState(new.connection).withoutStatistics
          .differences(from: before.stored)
        guard differences.isEmpty else { throw Refusal.notProved(differences) }
      }
      tableCount = replayed.tables.count
      rowCount = replayed.tables.reduce(0) { $0 + $1.rows.count }
    } catch let refusal as Refusal {
      throw refusal
    } catch let failure as MigrationFailure {
      throw .migration(failure)
    } catch let error as SQLiteError {
      throw .database(error)
    } catch let error as ScriptBundleError {
      throw .bundle(error)
    } catch {
      throw .notProved(["\(error)"])
    }
    firstUpdate = updates.first { $0.updateVersion > made }?.updateVersion ?? version
    let minimum = settings.minimumVersion ?? 0
    needless = updates.filter { $0.updateVersion <= minimum }
    later = updates.filter { $0.updateVersion > minimum }
  }

  /// The journal modes that scripts set, as text. WAL is stored in the file, and an in-memory database has none, so a
  /// comparison would not find it.
  private static func journalProblems(_ files: [ScriptFile], in library: ScriptLibrary) -> [String]
  {
    var problem: String?
    for file in files {
      // In a transaction it has no effect.
      guard let script = try? library.script(file), !script.isTransactional else { continue }
      for item in script.items {
        script.document.withBytes(of: item.text) { text in
          StatementBytes.each(in: text) { statement, _ in
            let words = StatementText(statement).leadingWords(8)
            guard words.first == "pragma", let at = words.firstIndex(of: "journal_mode"),
              let mode = words.dropFirst(at + 1).first(where: { $0 != "=" && $0 != "(" }),
              mode != ";"
            else { return }
            problem =
              mode == "wal"
              ? "the journal mode WAL, which \(file.name) sets, can only be set outside a transaction"
              : nil
          }
        }
      }
    }
    return [problem].compactMap { $0 }
  }

  /// Replaces the old default script with the new one.
  package func write() throws(AuthoringError) {
    if old == nil {
      try NewFile.writeSafely(after, to: path)
    } else {
      try ReplacedFile.write(after, to: path, insteadOf: before)
    }
  }
}

extension ScriptFile {
  /// The number of an update; 0 for the default script.
  fileprivate var updateVersion: Int64 {
    if case .update(let version) = kind { version } else { 0 }
  }
}
