import SQLScripts

/// Reads and writes the table of users.
struct UserStore {
  /// The first statement opens and migrates the database.
  private let database: SQLiteManager

  init(_ database: SQLiteManager) {
    self.database = database
  }

  func hasUser(named name: String) throws -> Bool {
    try database.queryFirst("SELECT 1 FROM user_info WHERE name = ?", name) != nil
  }

  func user(named name: String) throws -> User? {
    try database.queryFirst("SELECT * FROM user_info WHERE name = ?", name)?.decode()
  }

  func all() throws -> [User] {
    try database.query("SELECT * FROM user_info ORDER BY name").decode()
  }

  /// Inserts a user and returns its ID. Both statements need the same connection, so they run in one `use`.
  @discardableResult
  func insert(name: String, age: Int, sex: String? = nil) throws -> Int64 {
    try database.use { database in
      try database.execute(
        "INSERT INTO user_info (name, age, sex) VALUES (?, ?, ?)", name, age, sex)
      return database.lastInsertRowID
    }
  }

  /// Inserts all users or, if one fails, none.
  func insert(_ people: [(name: String, age: Int)]) throws {
    try database.transaction { database in
      for person in people {
        try database.execute(
          "INSERT INTO user_info (name, age) VALUES (?, ?)", person.name, person.age)
      }
    }
  }

  /// Whether there was such a user.
  @discardableResult
  func update(_ user: User) throws -> Bool {
    try database.execute(
      "UPDATE user_info SET name = ?, age = ?, sex = ? WHERE id = ?", user.name, user.age, user.sex,
      user.id) > 0
  }

  /// Whether there was such a user.
  @discardableResult
  func delete(named name: String) throws -> Bool {
    try database.execute("DELETE FROM user_info WHERE name = ?", name) > 0
  }
}
