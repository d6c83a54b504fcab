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
  /// - Parameters:
  ///   - bundle: the app's or the module's bundle.
  ///   - subdirectory: the folder of the scripts among the resources. If nil, scripts next to the other resources are
  ///     used, where `.process` puts them, or else the folder `SQLScripts`, where `.copy("SQLScripts")` puts them.
  /// - Throws: `ScriptBundleError` if there is no such folder.
  public init(bundle: Bundle, subdirectory: String? = nil) throws(ScriptBundleError) {
    let (directory, searched) = bundle.scriptDirectory(subdirectory)
    try self.init(directory: directory)
    // A misnamed script has a better message than a missing one.
    if let searched, isEmpty, diagnostics.isEmpty { self.init(scripts: [], displayName: searched) }
  }
}

extension SQLiteManager.ScriptSource {
  /// A folder. It is listed when the database is opened.
  public static func directory(_ url: URL) -> Self {
    .directory(url.pathOrAddress)
  }

  /// The scripts among an app's or a module's resources. They are listed when the database is opened.
  ///
  /// - Parameters:
  ///   - bundle: the app's or the module's bundle.
  ///   - subdirectory: the folder of the scripts among the resources. If nil, scripts next to the other resources are
  ///     used, where `.process` puts them, or else the folder `SQLScripts`, where `.copy("SQLScripts")` puts them.
  public static func bundle(_ bundle: Bundle, subdirectory: String? = nil) -> Self {
    let (directory, searched) = bundle.scriptDirectory(subdirectory)
    if searched != nil, let scripts = try? ScriptBundle(bundle: bundle) { return .scripts(scripts) }
    return .directory(directory)
  }
}

extension Bundle {
  /// The folder of the scripts. If there are none, also the folders that were searched, for the error.
  fileprivate func scriptDirectory(_ subdirectory: String?) -> (path: String, searched: String?) {
    let resources = resourceURL ?? bundleURL
    let named = resources.appendingPathComponent(subdirectory ?? "SQLScripts", isDirectory: true)
      .path
    guard subdirectory == nil else { return (named, nil) }
    let paths = [resources.path, named]
    if let found = paths.first(where: { (try? ScriptBundle(directory: $0))?.isEmpty == false }) {
      return (found, nil)
    }
    let isFolder = (try? ScriptBundle(directory: named)) != nil
    return (isFolder ? named : resources.path, paths.joined(separator: "” and “"))
  }
}
