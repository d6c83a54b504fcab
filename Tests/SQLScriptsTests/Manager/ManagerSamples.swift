import SQLScripts

/// Bundles that the manager's tests share.
enum ManagerSamples {
  static let statements = [
    ["CREATE TABLE user_info (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"],
    ["ALTER TABLE user_info ADD COLUMN age INTEGER NOT NULL DEFAULT 0"],
    ["CREATE TABLE app_data (key TEXT PRIMARY KEY, value INTEGER NOT NULL)"],
  ]

  /// The scripts up to a version, 3 at most.
  static func scripts(upTo version: Int = 3) -> ScriptBundle {
    let updates = (2...3).prefix(version - 1).map {
      InMemoryScript.update(Int64($0), statements[$0 - 1])
    }
    return ScriptBundle(scripts: [.default(statements[0])] + updates)
  }

  static func configuration(
    _ path: String, upTo version: Int = 3
  ) -> SQLiteManager.Configuration {
    SQLiteManager.Configuration(path: path, scripts: .scripts(scripts(upTo: version)))
  }

  static func manager(_ path: String, upTo version: Int = 3) -> SQLiteManager {
    SQLiteManager(configuration(path, upTo: version))
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let value = Lock(0)

  var count: Int { value.withLock { $0 } }

  @discardableResult
  func add(_ number: Int = 1) -> Int {
    value.withLock { value in
      value += number
      return value
    }
  }
}

/// What tests throw to see it arrive.
struct Oops: Error, Equatable {}
