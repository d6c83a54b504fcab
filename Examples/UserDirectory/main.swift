import SQLScripts

// swift run UserDirectory [database] [scripts folder]
let arguments = CommandLine.arguments.dropFirst()
let path = arguments.first ?? "users.sqlite"
let scripts = arguments.dropFirst().first ?? "SQLScripts"

try AppDatabase.configure(path: path, scripts: scripts)
let database = try SQLiteManager.shared

// The first statement would open the database. This program opens it here to print the report.
let report = try database.open()
if report.isNewDatabase {
  print("A new database at version \(report.to):")
  for step in report.steps { print("  \(step.script)") }
} else if report.isCurrent {
  print("The database is at version \(report.to) already.")
} else {
  print("The database was brought from version \(report.from ?? 0) to \(report.to).")
}
let launches = try database.queryFirst("SELECT value FROM app_data WHERE key = 'launches'")
print("Launch \(try launches?["value"].description ?? "0")")

let users = UserStore(database)
if try users.hasUser(named: "Ada") {
  print("Ada is here.")
} else {
  print("There is no Ada yet.")
  try users.insert(name: "Ada", age: 36, sex: "female")
  try users.insert([(name: "Grace", age: 85), (name: "Konrad", age: 84)])
}

if var ada = try users.user(named: "Ada") {
  ada.age += 1
  try users.update(ada)
  print("A year later: \(ada)")
}
if try users.delete(named: "Konrad") { print("Konrad has left.") }
for user in try users.all() { print("  \(user)") }
