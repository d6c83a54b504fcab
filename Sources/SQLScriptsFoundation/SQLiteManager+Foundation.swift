import Foundation
import SQLScripts

extension SQLiteManager.Configuration {
  /// A configuration with the defaults, for a database file. Its folder must exist.
  public init(url: URL, scripts: SQLiteManager.ScriptSource) {
    self.init(path: url.pathOrAddress, scripts: scripts)
  }
}

extension Migrator {
  /// A migrator for a database file. The file is made by the first migration if it does not exist; its
  /// folder must.
  public init(url: URL, scripts: ScriptBundle, options: MigrationOptions = MigrationOptions()) {
    self.init(path: url.pathOrAddress, scripts: scripts, options: options)
  }
}
