import Foundation
import SQLScripts

extension SQLiteManager.Configuration {
  /// Creates a configuration with the defaults for a database file. Its folder must exist.
  public init(url: URL, scripts: SQLiteManager.ScriptSource) {
    self.init(path: url.pathOrAddress, scripts: scripts)
  }
}

extension Migrator {
  /// Creates a migrator for a database file. The first migration creates the file if it does not exist. Its folder must
  /// exist.
  public init(url: URL, scripts: ScriptBundle, options: MigrationOptions = MigrationOptions()) {
    self.init(path: url.pathOrAddress, scripts: scripts, options: options)
  }
}
