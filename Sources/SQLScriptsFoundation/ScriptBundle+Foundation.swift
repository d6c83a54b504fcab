import Foundation
import SQLScripts

extension ScriptBundle {
  /// The scripts of a folder.
  ///
  /// - Throws: `ScriptBundleError` if the folder cannot be listed.
  public init(directory: URL) throws(ScriptBundleError) {
    try self.init(directory: directory.pathOrAddress)
  }

  /// The scripts among an app's or a module's resources: `Bundle.main`, `Bundle.module`.
  ///
  /// Xcode may have turned property lists into their binary form: they are read all the same. Other
  /// resources in the folder are no scripts and do not matter.
  ///
  /// - Parameter subdirectory: the folder of the scripts among the resources. Without one, scripts that lie
  ///   among the other resources are taken, or else those of the folder `SQLScripts`: `.process` puts them
  ///   in the one place, and `.copy("SQLScripts")` in the other.
  /// - Throws: `ScriptBundleError` if there is no such folder.
  public init(bundle: Bundle, subdirectory: String? = nil) throws(ScriptBundleError) {
    try self.init(directory: bundle.scriptDirectory(subdirectory))
  }
}

extension SQLiteManager.ScriptSource {
  /// A folder, which is listed when the database is opened.
  public static func directory(_ url: URL) -> Self {
    .directory(url.pathOrAddress)
  }

  /// The scripts among an app's or a module's resources, listed when the database is opened.
  ///
  /// - Parameter subdirectory: the folder of the scripts among the resources. Without one, scripts that lie
  ///   among the other resources are taken, or else those of the folder `SQLScripts`: `.process` puts them
  ///   in the one place, and `.copy("SQLScripts")` in the other.
  public static func bundle(_ bundle: Bundle, subdirectory: String? = nil) -> Self {
    .directory(bundle.scriptDirectory(subdirectory))
  }
}

extension Bundle {
  fileprivate func scriptDirectory(_ subdirectory: String?) -> String {
    let resources = resourceURL ?? bundleURL
    let named = resources.appendingPathComponent(subdirectory ?? "SQLScripts", isDirectory: true)
      .path
    guard subdirectory == nil else { return named }
    let isFolder = (try? ScriptBundle(directory: named)) != nil
    let hasScripts = (try? ScriptBundle(directory: resources.path))?.isEmpty == false
    return isFolder && !hasScripts ? named : resources.path
  }
}
