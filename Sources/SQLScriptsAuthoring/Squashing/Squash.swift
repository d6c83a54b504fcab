import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsScratch
import SQLScriptsValidation

/// A default script that makes at once what the default script and some updates make together.
///
/// It is only there if that is proved: both ways left the same schema, byte for byte, and the same rows with
/// the same numbers, at two moments of which nothing is the same. A value that differs between the moments
/// is one of the clock or of chance; no other is taken for one, whatever it looks like.
package struct Squash: Sendable {
  package enum Refusal: Error, Sendable {
    /// There is no update of this number.
    case noUpdate(Int64, last: Int64?)
    /// The default script makes this version already, or a later one.
    case madeAlready(Int64)
    /// What cannot be made by statements alone, or would not be the same.
    case notProved([String])
    case migration(MigrationFailure)
    case database(SQLiteError)
    case bundle(ScriptBundleError)
  }

  package let version: Int64
  /// The default script that there is.
  package let old: ScriptFile?
  package let path: String
  package let before: [UInt8]
  package let after: [UInt8]
  package let tableCount: Int
  package let rowCount: Int
  /// The first of the updates that it stands for.
  package let firstUpdate: Int64
  /// The updates that no installed database needs any more, as the settings say.
  package let needless: [ScriptFile]
  /// The updates that go when no database is older than `version`.
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
      throw .migration(MigrationFailure(looking: error, at: bundle.displayName))
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

  /// What scripts say about the journal, in words. WAL is kept in the file of a database, and a database in
  /// memory has none, so that no comparison would tell.
  private static func journalProblems(_ files: [ScriptFile], in library: ScriptLibrary) -> [String]
  {
    var problem: String?
    for file in files {
      // In a transaction it does nothing.
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

  /// Puts the new default script in the place of the old one.
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
