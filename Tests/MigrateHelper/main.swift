import SQLScripts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// migrate-helper DATABASE SCRIPTS: says "ready", waits until its input ends, and migrates.
print("ready")
fflush(nil)
while getchar() != EOF {}
var options = MigrationOptions()
options.busyTimeout = .seconds(60)
do {
  let scripts = try ScriptBundle(directory: CommandLine.arguments[2])
  let migrator = Migrator(path: CommandLine.arguments[1], scripts: scripts, options: options)
  let report = try migrator.migrate()
  print(report.steps.map { "\($0.version)" }.joined(separator: " "))
} catch {
  print("failed: \(error)")
  exit(1)
}
