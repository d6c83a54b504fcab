import CSQLScriptsFaults
import FaultCalls
import Foundation
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Laws 13, 24 and 25: several users share a database through their group, one after the other, and some are killed.
struct Users: DrawnPart {
  enum Mistake: String, CaseIterable {
    case leavesALockOfItsOwn, leavesAJournalOfItsOwn, keepsTheDatabase, keepsTheFolder
  }

  static let name = "users"
  static let most = 1000

  /// A user with or without access to the database.
  private struct User: CustomStringConvertible {
    let number: uid_t
    let group: gid_t
    let isMember: Bool
    var description: String { isMember ? "user \(number)" : "stranger \(number)" }
  }

  private static let group: gid_t = 61_000
  private static let members = [
    User(number: 61_001, group: 61_001, isMember: true),
    User(number: 61_002, group: group, isMember: true),
    User(number: 61_003, group: 61_003, isMember: true), User(number: 0, group: 0, isMember: true),
  ]
  private static let stranger = User(number: 61_009, group: 61_009, isMember: false)

  var story: [String] = []
  private let folder: Folder
  private let scripts: String
  private let command: Command
  private let starts: [(version: Int64, files: Folder.Files)]
  private let bundle: ScriptBundle
  private let end: DatabaseState

  /// Whether the part can run here.
  static var isPossible: Bool { geteuid() == 0 }

  init(_ scenarios: [Scenario], in top: Folder) throws {
    folder = try top.folder("users")
    chmod(top.path, 0o711)
    command = try Command()
    bundle = try Bundle.make(in: top)
    scripts = "\(top.path)/scripts"
    var starts: [(Int64, Folder.Files)] = []
    for journal in ["DELETE", "WAL"] {
      for version: Int64 in 1...4 {
        try folder.fill([:])
        try Connection(path: folder.database, mode: .create, busyTimeout: Milliseconds(0))
          .execute("PRAGMA journal_mode = \(journal)")
        try Migrator(path: folder.database, scripts: bundle).migrate(to: version)
        starts.append((version, try folder.files()))
      }
    }
    self.starts = starts
    try Migrator(path: folder.database, scripts: bundle).migrate()
    end = try DatabaseState(of: folder.database)
  }

  mutating func violation(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String? {
    let start = starts[random.number(0...starts.count - 1)]
    try folder.fill(start.files)
    let mode: mode_t = random.chance(50) ? 0o660 : 0o664
    chown(folder.path, 0, Self.group)
    chmod(folder.path, mode == 0o664 ? 0o2775 : 0o2770)
    let owner = Self.members[random.number(0...Self.members.count - 1)]
    chown(folder.database, owner.number, Self.group)
    chmod(folder.database, mode)
    story = ["version \(start.version) of \(owner), \(String(mode, radix: 8))"]
    for _ in 0..<random.number(1...6) {
      let user =
        random.chance(20)
        ? Self.stranger : Self.members[random.number(0...Self.members.count - 1)]
      if let found = try act(user, mode, &random) { return "\(user): \(found)" }
      if let found = try foreignFile(mode) { return "after \(user): \(found)" }
    }
    if let mistake { try make(mistake) }
    if let found = try foreignFile(mode) { return "after all: \(found)" }
    for user in Self.members.shuffled(using: &random) {
      for words in [["migrate"], ["backup"], ["status"]] {
        guard try run(words, user) == .exited(0) else { return "\(user) is locked out: \(words)" }
      }
    }
    return try DatabaseState(of: folder.database) == end
      ? nil : "the database is not as undisturbed"
  }

  private mutating func act(
    _ user: User, _ mode: mode_t, _ random: inout SeededGenerator
  ) throws -> String? {
    switch random.number(0...4) {
    case 0:
      let words = [["migrate"], ["backup"], ["migrate", "--backup"]][random.number(0...2)]
      story.append("\(user) \(words)")
      let end = try run(words, user)
      guard user.isMember else {
        // A current database is accepted for every user who can read it.
        return end == .exited(2) || end == .exited(1) || (end == .exited(0) && mode == 0o664)
          ? nil : "it ends with \(end)"
      }
      return end == .exited(0) ? nil : "it ends with \(end)"
    case 1 where user.isMember:
      let number = random.number(1...6)
      story.append("\(user) is killed at permission \(number)")
      // SQLite creates its own files in this way, too. With the umask of a group that shares files, their permissions
      // are right at once.
      return try kill(user, mask: 0o002, backsUp: random.chance(50)) { killer in
        killer.left = number
        fault_watch_modes(
          {
            guard let context = $0 else { return }
            Unmanaged<Killer>.fromOpaque(context).takeUnretainedValue().pass()
          }, killer.context)
      }
    case 2 where user.isMember:
      story.append("\(user) migrates")
      return try kill(user, backsUp: random.chance(50)) { _ in }
    default:
      guard user.isMember else { return nil }
      let number = random.number(1...400)
      story.append("\(user) is killed at operation \(number)")
      return try kill(user, backsUp: random.chance(50)) { killer in
        killer.left = number
        fault_vfs_begin(
          0, FAULT_IO_ERROR, 0,
          { context, _, _, _, _, _, _ in
            guard let context else { return }
            Unmanaged<Killer>.fromOpaque(context).takeUnretainedValue().pass()
          }, killer.context)
      }
    }
  }

  /// Kills its own process after a number of calls.
  private final class Killer {
    var left = 0
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func pass() {
      left -= 1
      if left == 0 { Foundation.kill(getpid(), SIGKILL) }
    }
  }

  private func kill(
    _ user: User, mask: mode_t = 0o022, backsUp: Bool, prepare: @escaping (Killer) -> Void
  ) throws -> String? {
    let (end, words) = try Witness { [folder, bundle] in
      guard become(user, mask: mask) else { return "it cannot become another user" }
      var options = MigrationOptions()
      options.backup = backsUp ? BackupPolicy() : nil
      options.groupCommit = .zero
      let killer = Killer()
      prepare(killer)
      try Migrator(path: folder.database, scripts: bundle, options: options).migrate()
      return withExtendedLifetime(killer) { "" }
    }.end()
    guard end == .killed || end == .exited(0) else { return "it ends with \(end)" }
    return words.isEmpty ? nil : words
  }

  private func become(_ user: User, mask: mode_t = 0o022) -> Bool {
    umask(mask)
    return user.number == 0
      || fault_become(user.number, user.group, user.isMember ? Self.group : 0) == 0
  }

  private func run(_ words: [String], _ user: User) throws -> Child.End {
    let arguments =
      words + (words[0] == "backup" ? [] : ["--scripts", scripts]) + [folder.database]
    return try Witness { [command] in
      guard become(user) else { return "it cannot become another user" }
      command.become(arguments)
    }.end().0
  }

  /// A file next to the database with other users or permissions than the database.
  private func foreignFile(_ mode: mode_t) throws -> String? {
    for name in try folder.names() where !name.contains("-partial") {
      var status = stat()
      guard stat("\(folder.path)/\(name)", &status) == 0 else { continue }
      let others = status.st_mode & 0o077
      // A process that is killed before it sets the permissions of a lock leaves it readable, which is enough for a
      // lock.
      let isLock = name.hasSuffix("-migrating") || name.hasSuffix("-lock")
      let isRight = others == mode & 0o077 || (isLock && others & 0o044 == mode & 0o044)
      guard status.st_gid == Self.group, isRight else {
        return
          "\(name) has \(String(status.st_mode, radix: 8)) of \(status.st_uid):\(status.st_gid)"
      }
    }
    return nil
  }

  private func make(_ mistake: Mistake) throws {
    switch mistake {
    case .leavesALockOfItsOwn, .leavesAJournalOfItsOwn:
      let name = mistake == .leavesALockOfItsOwn ? "app.db-migrating" : "app.db-journal"
      try folder.write(name, Array("journal".utf8))
      chown("\(folder.path)/\(name)", 61_001, 61_001)
      chmod("\(folder.path)/\(name)", 0o600)
    case .keepsTheDatabase: chmod(folder.database, 0o600)
    case .keepsTheFolder: chmod(folder.path, 0o700)
    }
  }
}
