import SQLScripts

/// Where the app says, once at launch, what its database is.
///
/// An app with resources takes the product SQLScriptsFoundation, and `.bundle(.main)` as its scripts.
enum AppDatabase {
  static func configure(path: String, scripts: String) throws {
    var configuration = SQLiteManager.Configuration(path: path, scripts: .directory(scripts))

    // The first run: in the transaction that makes the database, after all scripts.
    configuration.onNewDatabase = { database in
      try database.execute("INSERT INTO user_info (name, age) VALUES (?, ?)", "Guest", 18)
    }

    // Every launch: once the database is open and up to date.
    configuration.onOpen = { database in
      try database.execute(
        """
        INSERT INTO app_data (key, value) VALUES ('launches', 1)
        ON CONFLICT (key) DO UPDATE SET value = value + 1
        """)
    }

    try SQLiteManager.configure(configuration)
  }
}
