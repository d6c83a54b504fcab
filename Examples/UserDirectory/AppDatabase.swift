import SQLScripts

/// Configures the app's database, once at launch.
///
/// An app with resources uses the product SQLScriptsFoundation and loads its scripts from `.bundle(.main)`.
enum AppDatabase {
  static func configure(path: String, scripts: String) throws {
    var configuration = SQLiteManager.Configuration(path: path, scripts: .directory(scripts))

    // First run: called after all scripts, in the transaction that creates the database.
    configuration.onNewDatabase = { database in
      try database.execute("INSERT INTO user_info (name, age) VALUES (?, ?)", "Guest", 18)
    }

    // Every launch: called when the database is open and up to date.
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
