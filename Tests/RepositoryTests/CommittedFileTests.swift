import Foundation
import Testing

/// What a program writes does not belong in the repository.
struct CommittedFileTests {
  /// The picture in a guide, and property lists as Xcode writes them into an app.
  private static let binaries = [
    "Sources/SQLScripts/SQLScripts.docc/editor.png",
    "Tests/SQLScriptsFoundationTests/Flattened/sql_default.plist",
    "Tests/SQLScriptsFoundationTests/Flattened/sql_update_2.plist",
    "Tests/SQLScriptsFoundationTests/SQLScripts/sql_update_2.plist",
  ]

  // An archive of a release has no list of the files that are committed.
  @Test(.enabled(if: Repository.exists(".git")))
  func `only a picture and binary property lists are no text`() throws {
    // git refuses a checkout that belongs to another user.
    let list = try Repository.run(
      "/usr/bin/env", ["git", "-c", "safe.directory=*", "ls-files", "-z"])
    #expect(list.status == 0, "\(list.text)")
    let paths = list.text.split(separator: "\0").map(String.init)
    #expect(paths.contains("Package.swift"))
    let found = paths.filter { path in
      let file = Repository.root.appendingPathComponent(path)
      guard let data = try? Data(contentsOf: file) else { return false }
      return data.contains(0) || String(validating: data, as: UTF8.self) == nil
    }
    #expect(found == Self.binaries)
  }
}
