import Foundation
import SQLScripts

extension ScriptBundle {
  /// Creates a bundle from the scripts of a folder.
  ///
  /// - Throws: `ScriptBundleError` if the folder cannot be listed.
  public init(directory: URL) throws(ScriptBundleError) {
    try self.init(directory: directory.pathOrAddress)
  }

  /// Creates a bundle from the scripts among an app's or a module's resources: `Bundle.main`, `Bundle.module`.
  ///
  /// Property lists in binary format, which Xcode creates, can be read. Other resources in the folder are ignored.
  ///
  /// - Parameter subdirectory: the folder of the scripts among the resources. If nil, scripts next to the other
  ///   resources are used, where `.process` puts them, or else the folder `SQLScripts`, where `.copy("SQLScripts")`
  ///   puts them.
  /// - Throws: `ScriptBundleError` if there is no such folder.
  public init(bundle: Bundle, subdirectory: String? = nil) throws(ScriptBundleError) {
    try self.init(directory: bundle.scriptDirectory(subdirectory))
  }
}

extension SQLiteManager.ScriptSource {
  /// A folder. It is listed when the database is opened.
  public static func directory(_ url: URL) -> Self {
    .directory(url.pathOrAddress)
  }

  /// The scripts among an app's or a module's resources. They are listed when the database is opened.
  ///
  /// - Parameter subdirectory: the folder of the scripts among the resources. If nil, scripts next to the other
  ///   resources are used, where `.process` puts them, or else the folder `SQLScripts`, where `.copy("SQLScripts")`
  ///   puts them.
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
