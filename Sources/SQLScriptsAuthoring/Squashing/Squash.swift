import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles

/// A default script that makes at once what the default script and some updates make together.
///
/// It is only there if that is proved: both ways were gone, and left the same schema, by structure, and the
/// same rows.
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
      let replayed = try DatabaseState(BundleDatabase(library, at: version))
      let again = try DatabaseState(BundleDatabase(library, at: version))
      try Self.check(replayed, again)
      var content = ScriptContent(replayed.statements)
      if version != 1 { content.version = version }
      content.summary = "the schema of version \(version)"
      if replayed.hasOrphans { content.foreignKeys = .unchecked }
      after = Array(content.text(format).utf8)
      let file = ScriptFile(
        kind: .default, format: format, name: name, displayName: path, content: .bytes(after))
      let squashed = ScriptLibrary(bundle.adding(file))
      let new = try DatabaseState(BundleDatabase(squashed, at: version))
      let differences = new.differences(from: replayed)
      guard differences.isEmpty else { throw Refusal.notProved(differences) }
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

  /// Finds what no statement could make again.
  private static func check(
    _ replayed: DatabaseState, _ again: DatabaseState
  ) throws(Refusal) {
    var words = replayed.filledVirtualTables.map {
      "the rows of the virtual table “\($0)” are kept by its module"
    }
    words += again.rowDifferences(from: replayed).map { "\($0) in every run" }
    for table in replayed.tables {
      words += table.columnsWithTime.map {
        "“\($0)” in “\(table.table.name)” holds the time at which the scripts ran"
      }
    }
    guard words.isEmpty else { throw .notProved(words) }
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
