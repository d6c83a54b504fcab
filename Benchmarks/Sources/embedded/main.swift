import SQLScripts

// embedded launch DATABASE SCRIPTS TIMES   an app that starts so often, with scripts that it has listed once
// embedded parse SCRIPTS TIMES             reads all scripts so often, and runs none
struct Mistake: Error {}

/// Migrates a database that cannot be created: first all scripts are read, so that nothing runs if one of them has an
/// error (law 10), and then SQLite finds no folder.
func parse(_ scripts: ScriptBundle) throws {
  do {
    try Migrator(path: "/there is no such folder/app.sqlite", scripts: scripts).migrate()
    throw Mistake()
  } catch let failure as MigrationFailure {
    guard case .database(_, during: .opening) = failure.reason else { throw failure }
  }
}

var arguments = CommandLine.arguments.dropFirst()
guard let command = arguments.popFirst(), let last = arguments.popLast(), let times = Int(last),
  let directory = arguments.popLast()
else { throw Mistake() }
let scripts = try ScriptBundle(directory: directory)
for _ in 0..<times {
  switch (command, arguments.first) {
  case ("launch", let path?):
    guard try Migrator(path: path, scripts: scripts).migrate().isCurrent else { throw Mistake() }
  case ("parse", nil): try parse(scripts)
  default: throw Mistake()
  }
}
