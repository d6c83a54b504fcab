import Foundation
import GRDB

// The work of `floor` with GRDB and its `DatabaseMigrator`, with the settings that it has by itself:
//
//   peer start                             a program that has it inside, and does nothing
//   peer steps DATABASE FOLDER FROM TO     the scripts of a folder, a migration each; FROM is where it stands
//   peer fleet LIST FOLDER FROM TO         the databases of a list, one a line
//   peer launch DATABASE FOLDER TIMES      opens it, finds nothing to do, closes it
//   peer bulk DATABASE FILE.json           the statements of a file, one migration
struct Mistake: Error {}

func text(_ path: String) throws -> String {
  try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
}

func migrator(_ folder: String, to last: Int) -> DatabaseMigrator {
  var migrator = DatabaseMigrator()
  for version in 1...last {
    migrator.registerMigration("\(version)") { database in
      let name = version == 1 ? "sql_default.sql" : "sql_update_\(version).sql"
      try database.execute(sql: text("\(folder)/\(name)"))
    }
  }
  return migrator
}

func migrate(_ path: String, _ migrator: DatabaseMigrator) throws {
  let queue = try DatabaseQueue(path: path)
  try migrator.migrate(queue)
  try queue.close()
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("start", 1):
  guard Configuration().foreignKeysEnabled else { throw Mistake() }
case ("steps", 5):
  guard let last = Int(arguments[4]) else { throw Mistake() }
  try migrate(arguments[1], migrator(arguments[2], to: last))
case ("fleet", 5):
  guard let last = Int(arguments[4]) else { throw Mistake() }
  let migrator = migrator(arguments[2], to: last)
  for path in try text(arguments[1]).split(separator: "\n") { try migrate(String(path), migrator) }
case ("launch", 4):
  let count = try FileManager.default.contentsOfDirectory(atPath: arguments[2]).count
  let migrator = migrator(arguments[2], to: count)
  for _ in 0..<(Int(arguments[3]) ?? 0) { try migrate(arguments[1], migrator) }
case ("bulk", 3):
  var migrator = DatabaseMigrator()
  migrator.registerMigration("1") { database in
    let data = try Data(contentsOf: URL(fileURLWithPath: arguments[2]))
    for statement in try JSONDecoder().decode([String].self, from: data) {
      try database.execute(sql: statement)
    }
  }
  try migrate(arguments[1], migrator)
default:
  throw Mistake()
}
