import SQLScripts

// embedded DATABASE SCRIPTS TIMES: an app that starts so often, with scripts that it has listed once.
struct Mistake: Error {}

let arguments = CommandLine.arguments
guard arguments.count == 4, let times = Int(arguments[3]) else { throw Mistake() }
let scripts = try ScriptBundle(directory: arguments[2])
for _ in 0..<times {
  guard try Migrator(path: arguments[1], scripts: scripts).migrate().isCurrent else {
    throw Mistake()
  }
}
