import Foundation
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// File names of any bytes, next to files with nearly equal names: a database is migrated, backed up, restored and
/// checked, and the other files stay unchanged.
struct Names: DrawnPart {
  enum Mistake: String, CaseIterable {
    case changesAnother, deletesAnother, makesAnother, losesARow
  }

  static let name = "names"
  static let most = 3000

  var story: [String] = []
  private let folder: Folder
  private let scripts: Folder
  private let command: Command

  private static let content = Array("This belongs to somebody else.\n".utf8)
  private static let bundle = ScriptBundle(scripts: [
    .default(["CREATE TABLE t (x)", "INSERT INTO t VALUES (1)"]),
    .update(2, ["INSERT INTO t VALUES (2)"]), .update(3, ["INSERT INTO t VALUES (3)"]),
  ])

  init(_ scenarios: [Scenario], in top: Folder) throws {
    folder = try top.folder("names")
    command = try Command()
    scripts = try top.folder("names-scripts")
    for (number, name) in ["sql_default", "sql_update_2", "sql_update_3"].enumerated() {
      let first = number == 0 ? "CREATE TABLE t (x);" : ""
      try scripts.write("\(name).sql", Array("\(first)INSERT INTO t VALUES (\(number + 1));".utf8))
    }
  }

  mutating func violation(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String? {
    try folder.fill([:])
    let name = FileName.drawn(&random)
    let similar = (0..<random.number(1...5)).map { _ in name.similar(&random) }
    let others = Set(similar.filter { !$0.belongs(to: name) }).sorted { "\($0)" < "\($1)" }
    story = ["“\(name)”"] + others.map { "beside “\($0)”" }
    for other in others { try folder.write(other.text, Self.content) }
    let path = "\(folder.path)/\(name.text)"
    var made = false
    do {
      for step in 1...random.number(2...6) {
        // The command refuses a file that seems to belong to another database in the folder.
        let isCompanion = others.contains { name.belongs(to: $0) }
        try act(path, &random, isFirst: step == 1, isCompanion)
        made = true
        if let found = try violation(path, name, others) { return found }
      }
    } catch let failure as MigrationFailure where !made {
      // It may refuse a name with an error. SQLite notices only later that the name of a journal is too long.
      story.append("\(failure)")
      guard case .database(let error, let activity) = failure.reason,
        activity == .opening || (name.isLong && error.message.contains("too long"))
      else { return "\(failure)" }
      DatabaseFile(path).removeIfEmpty()
    }
    if let mistake { try make(mistake, path, others) }
    return try violation(path, name, others)
  }

  private mutating func act(
    _ path: String, _ random: inout SeededGenerator, isFirst: Bool, _ isCompanion: Bool
  ) throws {
    let target = Int64(random.number(1...3))
    switch isFirst ? 0 : random.number(0...5) {
    case 0, 1:
      var options = MigrationOptions()
      options.backup = random.chance(60) ? BackupPolicy(keep: random.number(1...2)) : nil
      let migrator = Migrator(path: path, scripts: Self.bundle, options: options)
      let installed = try migrator.status().installed ?? 0
      story.append("migrate to \(max(installed, target))")
      try migrator.migrate(to: max(installed, target))
    case 2:
      story.append("backup")
      try DatabaseBackup.make(of: path, keep: random.number(1...2))
    case 3:
      guard let newest = try DatabaseBackup.all(of: path).first else { return }
      story.append("restore")
      try newest.restore(to: path)
    case 4:
      story.append("journal mode WAL")
      try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(0))
        .execute("PRAGMA journal_mode = \(random.chance(50) ? "WAL" : "DELETE")")
    default:
      let words = ["status", "migrate", "backup"][random.number(0...2)]
      story.append("the command: \(words)")
      try run(words, path, isCompanion)
    }
  }

  /// Runs the command in the folder with the file name alone, which may begin with a dash.
  private func run(_ words: String, _ path: String, _ isCompanion: Bool) throws {
    let name = Array(DatabaseFile(path).name.systemPath.dropLast().map { UInt8(bitPattern: $0) })
    let options = words == "backup" ? [] : ["--scripts", scripts.path]
    let arguments = ([words] + options + ["--"]).map { Array($0.utf8) } + [name]
    let (end, _) = try Witness { [command, folder] in
      chdir(folder.path)
      command.become(arguments)
    }.end()
    // Pending updates are not an error of `status` without --check.
    guard end == .exited(0) || isCompanion && end == .exited(2) else {
      throw Refused(description: "the command \(words) ends with \(end)")
    }
  }

  private struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  private func violation(
    _ path: String, _ name: FileName, _ others: [FileName]
  ) throws -> String? {
    var found = Set(try folder.names().map { FileName($0) })
    for other in others {
      guard found.remove(other) != nil else { return "“\(other)” is gone" }
      guard try folder.bytes(other.text) == Self.content else { return "“\(other)” has changed" }
    }
    guard found.remove(name) != nil else { return found.isEmpty ? nil : "“\(found.first ?? name)”" }
    if let other = found.first(where: { !$0.belongs(to: name) }) { return "it has made “\(other)”" }
    for file in [path] + (try DatabaseBackup.all(of: path).map(\.path)) {
      let connection = try Connection(path: file, mode: .readWrite, busyTimeout: Milliseconds(0))
      let rows = try connection.rows("SELECT x FROM t ORDER BY x").map { $0[0].int64 ?? 0 }
      let version = try connection.value("SELECT * FROM db_version")?.int64 ?? 0
      guard version > 0, rows == Array(1...version) else {
        return "\(file) has \(rows) at \(version)"
      }
    }
    return nil
  }

  private func make(_ mistake: Mistake, _ path: String, _ others: [FileName]) throws {
    switch mistake {
    case .changesAnother: try others.first.map { try folder.write($0.text, []) }
    case .deletesAnother: others.first.map { _ = unlink("\(folder.path)/\($0.text)".systemPath) }
    case .makesAnother: try folder.write("not this one", [])
    case .losesARow:
      try? Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(0))
        .execute("DELETE FROM t WHERE x = 1")
    }
  }
}

extension DatabaseFile {
  fileprivate func removeIfEmpty() {
    if !DatabasePath.hasContents(path) { remove() }
  }
}
