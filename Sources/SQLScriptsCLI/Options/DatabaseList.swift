import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsReporting

/// The databases of a command: as arguments, patterns, or listed in a file, and optionally one shard of them.
struct DatabaseList: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The databases: paths, or patterns with * and ?.",
      discussion: """
        If there are several, skips backups and the files that SQLite keeps next to a database, even if the \
        shell expanded the pattern.
        """), completion: .file())
  var databases: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with one database or pattern per line, or separated by NUL; - reads standard input.",
      discussion: "Ignores leading and trailing spaces and lines that begin with #.",
      valueName: "list"), completion: .file())
  var fromFile: String?

  @Option(
    help: ArgumentHelp(
      "Process only shard K of N, such as 2/8.",
      discussion: """
        The shard of a database depends only on its path, so machines that get the same paths process each \
        database once.
        """, valueName: "k/n"))
  var shard: Shard?

  func validate() throws {
    guard !databases.isEmpty || fromFile != nil else {
      throw ValidationError("Pass a database, or a list with --from-file.")
    }
  }

  /// One of the databases.
  struct Entry {
    let path: String
    /// Whether it comes from a list, where a typo must not create a new database.
    let isListed: Bool
  }

  /// The use of the databases.
  enum Use {
    case reading, writing
  }

  /// The databases in order, without duplicates. With a shard there may be none.
  func entries(for use: Use, on terminal: Terminal) throws -> [Entry] {
    // A URI may look like a pattern.
    try databases.forEach(DatabaseArgument.check)
    let named = try databases.flatMap(Self.matches).map { Entry(path: $0, isListed: false) }
    let listed = try fromFile.map { try DatabaseListFile(reading: $0).paths() } ?? []
    let all = named + listed.map { Entry(path: $0, isListed: true) }
    guard !all.isEmpty else {
      throw CommandFailure(.couldNotRun, "the list contains no database")
    }
    // Each of many shards gets the same list, so look at the files of this shard only.
    let mine = shard.map { shard in all.filter { shard.contains($0.path) } } ?? all
    // With several paths, nobody has checked each. A backup remains a backup even if its database is missing.
    let belongs = { (entry: Entry) in
      DatabaseArgument.belongsToDatabase(entry.path)
        || all.count > 1 && CompanionName.isWholeBackup(DatabaseFile(entry.path).name)
    }
    let belonging = mine.filter(belongs)
    guard belonging.count < mine.count || use == .reading || !all.allSatisfy(belongs) else {
      throw DatabaseArgument.failure(atBackupOrCompanion: all[0].path)
    }
    // By bytes, because as strings two spellings of an accent would be one file.
    var seen: Set<[UInt8]> = []
    if belonging.count < all.count {
      seen.formUnion(belonging.map { Array($0.path.utf8) })
      let backups = seen.filter {
        CompanionName.isBackup(DatabaseFile(String(systemBytes: $0)).name)
      }
      if !backups.isEmpty {
        let words = backups.count == 1 ? "a backup" : "\(backups.count) backups"
        terminal.printError([StyledText("note: left out \(words)")])
      }
    }
    try mine.forEach { try DatabaseArgument.check($0.path) }
    // A set takes longer than the launch check of one database.
    if mine.count == 1, seen.isEmpty { return mine }
    return mine.filter { seen.insert(Array($0.path.utf8)).inserted }
  }

  /// Their paths.
  func paths(for use: Use, on terminal: Terminal) throws -> [String] {
    try entries(for: use, on: terminal).map(\.path)
  }

  /// The files that match a pattern, which the shell passes on if it is quoted. An existing file with the name of a
  /// pattern is that file. Brackets alone are not a pattern, because the name of a new database may contain them.
  static func matches(_ pattern: String) throws -> [String] {
    guard pattern.utf8.contains(where: { "*?".utf8.contains($0) }), !System.exists(pattern) else {
      return [pattern]
    }
    let paths = System.paths(matching: pattern)
    guard !paths.isEmpty else {
      throw CommandFailure(.couldNotRun, "no file matches “\(pattern)”")
    }
    return paths
  }
}
