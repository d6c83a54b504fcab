import SQLScripts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// migrate-helper DATABASE SCRIPTS [USER]: prints "ready", waits until its input ends, and migrates. If USER is
// given, it migrates as that unprivileged user, and also prints "planned" before it takes a lock.
if CommandLine.arguments.count > 3, let user = UInt32(CommandLine.arguments[3]) {
  guard setgid(user) == 0, setuid(user) == 0 else { exit(70) }
}
print("ready")
fflush(nil)
while getchar() != EOF {}
/// Reports that the migration is about to begin.
struct Plan: MigrationObserver {
  func observe(_ event: MigrationEvent) {
    guard case .planned = event else { return }
    print("planned")
    fflush(nil)
  }
}

/// Kills the process at an event, counted from one.
struct Kill: MigrationObserver {
  let events = Lock(0)
  let number: Int

  init(at number: Int) { self.number = number }

  func observe(_ event: MigrationEvent) {
    let isLast = events.withLock { count in
      count += 1
      return count == number
    }
    if isLast { kill(getpid(), SIGKILL) }
  }
}

var options = MigrationOptions()
options.busyTimeout = .seconds(60)
// As in a release build, whose instructions the tests count.
options.checksAppliedScripts = false
// The number of transactions depends only on the scripts then.
if getenv("ONE_GROUP") != nil { options.groupCommit = .seconds(3600) }
if CommandLine.arguments.count > 3 { options.observer = Plan() }
options.recreatesDevelopmentDatabase = getenv("RECREATE") != nil
if let event = getenv("KILL_AT").flatMap({ Int(String(cString: $0)) }) {
  options.observer = Kill(at: event)
}
do {
  let scripts = try ScriptBundle(directory: CommandLine.arguments[2])
  let migrator = Migrator(path: CommandLine.arguments[1], scripts: scripts, options: options)
  let report = try migrator.migrate()
  print(report.steps.map { "\($0.version)" }.joined(separator: " "))
} catch {
  print("failed: \(error)")
  exit(1)
}
