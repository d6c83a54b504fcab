import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles

/// What stands in for the functions and collations of the app, which a command does not have.
///
/// Scripts run with them only in rehearsals and comparisons, never on a database of a user: its rows would get other
/// values than in the app.
package struct StandIns: Sendable, Hashable {
  let functions: [StandInFunction]
  let collations: [String: SQLiteCollation]

  /// No stand-ins.
  package static let none = StandIns(BundleSettings())

  /// - Parameter settings: entries that make no sense are left out, because they are reported.
  package init(_ settings: BundleSettings) {
    functions = settings.functions.sorted { $0.key < $1.key }
      .compactMap { StandInFunction($0.key, expression: $0.value) }
    collations = settings.collations
  }

  /// Whether there are none.
  package var isEmpty: Bool { functions.isEmpty && collations.isEmpty }

  /// Adds them to a connection. What SQLite has already, or the app has added, stays.
  package func add(to connection: Connection) throws(SQLiteError) {
    guard !isEmpty else { return }
    let evaluator = Lock(StandInEvaluator())
    for function in functions where try !connection.hasFunction(function) {
      try connection.addFunction(
        function.name, argumentCount: function.parameters?.count,
        isDeterministic: function.isDeterministic
      ) { arguments in
        try evaluator.withLock { (evaluator) throws(SQLiteError) in
          try evaluator.value(of: function, arguments)
        }
      }
    }
    let known = collations.isEmpty ? [] : try connection.rows("PRAGMA collation_list")
    let names = Set(known.compactMap { $0.dropFirst().first?.string?.lowercased() })
    for (name, collation) in collations where !names.contains(name.lowercased()) {
      try connection.addCollation(name, collation.isBefore)
    }
  }
}

extension ScriptLibrary {
  /// The stand-ins of the settings; none if they cannot be read, which is reported.
  package var standIns: StandIns { (try? settings()).map(StandIns.init) ?? .none }
}

extension MigrationOptions {
  /// The same options for a rehearsal. The functions of the app replace those that stand in for them.
  package func adding(_ standIns: StandIns) -> MigrationOptions {
    guard !standIns.isEmpty else { return self }
    var options = self
    let prepare = prepareConnection
    options.prepareConnection = { database in
      try standIns.add(to: database.connection)
      try prepare?(database)
    }
    return options
  }
}

extension Connection {
  fileprivate func hasFunction(_ function: StandInFunction) throws(SQLiteError) -> Bool {
    let count = function.parameters?.count ?? -1
    let found = try rows(
      "SELECT 1 FROM pragma_function_list WHERE name = ? COLLATE NOCASE AND narg IN (?, -1)",
      .text(function.name), .integer(Int64(count)))
    return !found.isEmpty
  }
}
