/// The reason why a migration was refused before its first step: the scripts cannot be applied to the database (laws 5
/// to 11).
///
/// A refusal leaves the database unchanged.
public enum MigrationRefusal: Error, Sendable, Hashable {
  /// There are no scripts in this folder.
  case noScripts(folder: String)

  /// The installed version is above the latest that the scripts know (law 8).
  case newerThanScripts(installed: Int64, latest: Int64)

  /// There are user objects but no version (law 9): a few of their names, beginning with version tables of other tools.
  case unversioned(objects: [String])

  /// The number has no history, so it can mean two versions (law 9).
  case ambiguous(number: Int64)

  /// The version is stored in a different place than expected (law 4).
  case versionElsewhere(MisplacedVersion)

  /// The stored value cannot be a version (law 11).
  case malformed(MalformedVersion)

  /// An update is missing between two versions (law 10).
  case gap(missing: Int64, from: Int64)

  /// An update is missing for a new database, which would stop at a version below the latest (law 10).
  case gapInNew(missing: Int64, from: Int64)

  /// No script creates a new database: there is no `sql_default`, and the updates do not begin at 1 (law 10).
  case noStart(firstUpdate: Int64)

  /// The installed version is older than the scripts can migrate (law 10).
  case belowMinimum(installed: Int64, minimum: Int64)

  /// Updates below the installed version were merged late and never applied (law 10).
  case outOfOrder(versions: [Int64], installed: Int64)

  /// The target version is below the installed one. Scripts cannot downgrade.
  case targetBelowInstalled(target: Int64, installed: Int64)

  /// No script migrates to the target version.
  case unknownTarget(target: Int64, latest: Int64)

  /// The version to adopt cannot be found (law 20).
  case notAdoptable(AdoptionProblem)

  /// The database is new, so there is nothing to adopt.
  case nothingToAdopt

  /// The database already has a different version.
  case alreadyVersioned(installed: Int64, wanted: Int64)

  /// The schema differs from that of the scripts at this version (law 21): the differences.
  case differsFromScripts(version: Int64, differences: [String])

  /// The schema of the database to adopt differs from that of the scripts at this version (law 21): the differences,
  /// and the version whose schema it has, if there is one.
  case differsFromAdopted(version: Int64, differences: [String], matching: Int64?)

  /// The schema cannot be compared with that of the scripts at this version (law 21): the reason.
  case cannotCompare(version: Int64, reason: String)

  /// No script migrates to the version of a code step (law 22).
  case codeWithoutScript(name: String, version: Int64)

  /// A code step belongs to a script outside a transaction (laws 19 and 22).
  case codeOutsideTransaction(script: String, version: Int64)

  /// A script outside a transaction stopped halfway, and these scripts cannot continue it (law 19): its version, the
  /// number of statements that took effect, and the reason.
  case unfinished(version: Int64, statementCount: Int, UnfinishedProblem)

  /// The version store cannot hold the number.
  case versionDoesNotFit(version: Int64, greatest: Int64)
}

extension MigrationRefusal: CustomStringConvertible {
  /// The problem and advice, as sentences.
  public var description: String {
    switch self {
    case .noScripts(let folder):
      "no scripts found in “\(folder)”: expected sql_default or sql_update_N"
    case .newerThanScripts(let installed, let latest):
      """
      the database is at version \(installed), but these scripts only go up to version \(latest). A newer version \
      of the app has probably migrated it. Update the app.
      """
    case .unversioned(let objects):
      """
      the database has tables (\(objects.prefix(4).joined(separator: ", "))\
      \(objects.count > 4 ? " …" : "")) but no recorded version. Find its version with “sqlscripts identify”, \
      then record it with “sqlscripts adopt”, or in an app with `adoption`\(AdoptionHint.words(objects)).
      """
    case .ambiguous(let number):
      """
      db_version contains \(number), but SQLScripts did not write it: there is no db_version_history. It can mean \
      that version \(number) is installed. In a database from YSqliteManager, it means that \(number) is the next step \
      and version \(number - (number > 0 ? 1 : 0)) is installed. Set "existingVersionMeans" to "installed" or \
      "nextStep" in sqlscripts.json, pass --existing-version installed or next-step, or set existingVersion in the app.
      """
    case .versionElsewhere(let misplaced): misplaced.sentences
    case .malformed(let malformation):
      "\(malformation). \(malformation.remedy)."
    case .gap(let missing, let from):
      """
      sql_update_\(missing) is missing, so the database cannot be migrated past version \(from)
      """
    case .gapInNew(let missing, let from):
      "a new database would stop at version \(from): sql_update_\(missing) is missing"
    case .noStart(let first):
      """
      no script creates a new database: there is no sql_default, and the first update is \(first). Add sql_default, or \
      number the updates from 1.
      """
    case .belowMinimum(let installed, let minimum):
      """
      the database is at version \(installed), but these scripts need at least version \(minimum) \
      (minimumVersion). Migrate it with an older release of the app first.
      """
    case .outOfOrder(let versions, let installed):
      """
      \(versions.count == 1 ? "update" : "updates") \(versions.map { "\($0)" }.joined(separator: ", ")) \
      \(versions.count == 1 ? "was" : "were") never applied to this database, which is at version \(installed). If no \
      user has \(versions.count == 1 ? "it" : "them"), renumber \(versions.count == 1 ? "it" : "them") above \
      \(installed). Otherwise set "outOfOrder": "apply" (which needs "numbering": "timestamp") in sqlscripts.json.
      """
    case .notAdoptable(let problem):
      "cannot determine the version of the database: \(problem). \(problem.advice)"
    case .nothingToAdopt:
      "the database is new, so there is nothing to adopt. Migrate it to create it."
    case .alreadyVersioned(let installed, let wanted):
      "the database is already at version \(installed), so it cannot be adopted at version \(wanted)"
    case .differsFromScripts(let version, let differences):
      """
      the schema does not match version \(version) of these scripts: \
      \(differences.prefix(3).joined(separator: ", "))\
      \(differences.count > 3 ? ", and \(differences.count - 3) more differences" : "")
      """
    case .differsFromAdopted(let version, [], let matching):
      """
      the database cannot be adopted at version \(version), because updates would run again. \(Self.advice(matching))
      """
    case .differsFromAdopted(let version, let differences, let matching):
      """
      the database cannot be adopted at version \(version), because its schema differs: \
      \(differences.prefix(3).joined(separator: ", "))\
      \(differences.count > 3 ? ", and \(differences.count - 3) more differences" : ""). \
      \(Self.advice(matching))
      """
    case .targetBelowInstalled(let target, let installed):
      "the database is already at version \(installed); scripts cannot downgrade it to \(target)"
    case .unknownTarget(let target, let latest):
      "there is no version \(target); the latest version is \(latest)"
    case .cannotCompare(let version, let reason):
      "the schema cannot be compared with version \(version) of these scripts: \(reason)"
    case .codeWithoutScript(let name, let version):
      """
      code step “\(name)” would never run, because there is no sql_update_\(version). Add one, which may be empty, or \
      remove the code step. What only a new database needs belongs in onNewDatabase.
      """
    case .codeOutsideTransaction(let script, let version):
      """
      version \(version) has a code step, which needs a transaction, but \(script) sets "transaction": false. Move one \
      of them to another version.
      """
    case .unfinished(let version, let count, let problem):
      problem.sentences(version: version, statementCount: count)
    case .versionDoesNotFit(let version, let greatest):
      "version \(version) is too large: PRAGMA user_version holds numbers up to \(greatest)"
    }
  }

  /// What to do about a database whose schema differs.
  private static func advice(_ matching: Int64?) -> String {
    if let matching {
      return
        "It has the schema of version \(matching). Adopt it at that version. If only some databases differ, let"
        + " a query decide: an app can adopt with one that looks at the schema."
    }
    return
      "No version that these scripts create has this schema. If the differences do no harm, accept"
      + " them: with adoptsDifferentSchema in an app, or with “sqlscripts adopt --force”."
  }
}
