import SQLScripts

/// Scripts for the manager's tests.
package enum ManagerSamples {
  package static let statements = [
    ["CREATE TABLE user_info (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"],
    ["ALTER TABLE user_info ADD COLUMN age INTEGER NOT NULL DEFAULT 0"],
    ["CREATE TABLE app_data (key TEXT PRIMARY KEY, value INTEGER NOT NULL)"],
  ]

  /// The scripts up to a version, 3 at most.
  package static func scripts(upTo version: Int = 3) -> ScriptBundle {
    let updates = (2...3).prefix(version - 1).map {
      InMemoryScript.update(Int64($0), statements[$0 - 1])
    }
    return ScriptBundle(scripts: [.default(statements[0])] + updates)
  }

  package static func configuration(
    _ path: String, upTo version: Int = 3
  ) -> SQLiteManager.Configuration {
    SQLiteManager.Configuration(path: path, scripts: .scripts(scripts(upTo: version)))
  }

  package static func manager(_ path: String, upTo version: Int = 3) -> SQLiteManager {
    SQLiteManager(configuration(path, upTo: version))
  }
}

/// Counts from any thread.
package final class Counter: Sendable {
  private let value = Lock(0)

  package init() {}

  package var count: Int { value.withLock { $0 } }

  @discardableResult
  package func add(_ number: Int = 1) -> Int {
    value.withLock { value in
      value += number
      return value
    }
  }
}

/// An error that tests throw and expect.
package struct Oops: Error, Equatable {
  package init() {}
}
