import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why nothing can be read or saved in the scripts folder.
enum FolderTrouble: Sendable, Equatable {
  case gone
  /// For the reason in the words of the system.
  case unusable(String)
  /// Its path leads to another folder.
  case elsewhere(String)
  /// Another program has put a folder with other scripts in its place.
  case replaced

  var words: String {
    switch self {
    case .gone: "the scripts folder is gone: another program deleted, renamed or moved it"
    case .unusable(let reason): "the scripts folder cannot be read any more: \(reason)"
    case .elsewhere(let path): "the path of the scripts folder leads to “\(path)” now"
    case .replaced: "another program has put a folder with other scripts in place of this one"
    }
  }

  /// What the user can do.
  var advice: String? {
    switch self {
    case .gone:
      "If the folder was moved, stop the editor, and start it again with the new path: it offers your unsaved changes there."
    case .replaced:
      "The editor writes nothing there. Put the folder back, or stop the editor, and start it again to edit the other scripts: it asks what to do with your unsaved changes."
    case .unusable, .elsewhere: nil
    }
  }
}

extension EditorFolder {
  /// Nil as long as it can be listed at its place. It may have been made again there, with its scripts or without any.
  var trouble: FolderTrouble? {
    mutating get {
      guard let real = realpath(path, nil) else {
        let code = errno
        return code == ENOENT ? .gone : .unusable(SQLiteError.words(forSystemError: code))
      }
      defer { free(real) }
      let (now, found) = (String(cString: real), Self.node(of: path))
      guard now == home || found == node else { return .elsewhere(now) }
      guard let folder = opendir(path) else {
        return .unusable(SQLiteError.words(forSystemError: errno))
      }
      closedir(folder)
      guard found != node else { return nil }
      guard let other = try? EditorFolder(path), isContinued(by: other) else { return .replaced }
      // The scripts of another project may still come into an empty one.
      if other.hasScripts { node = found }
      return nil
    }
  }

  /// What tells a folder from others, as long as it exists.
  static func node(of path: String) -> [UInt64] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }
}

extension EditorSession {
  /// Refuses what needs the folder, unless it is gone and can be made again.
  func checkFolder(orMake: Bool = false) throws(EditorProblem) {
    guard let trouble = folder.trouble, !(orMake && trouble == .gone) else { return }
    throw EditorProblem(
      .notWritten, "\(trouble.words); nothing was done, and your changes are still here")
  }
}
