import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsReporting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What can be read in a folder, but not saved.
struct WriteTrouble: Sendable, Equatable {
  /// Why no file can be written in the folder, in the words of the system; nil if files can be.
  var folder: String?
  /// The scripts that are read-only themselves, by file name. Released ones are not written anyway.
  var files: [String]

  /// Why a script cannot be saved; nil if it can.
  func words(for name: String) -> String? {
    if let folder { return "the scripts folder is read-only: \(folder)" }
    return files.contains(name) ? "“\(name)” is read-only" : nil
  }

  /// Why the system does not allow it, unless the reason is that there is no such file.
  fileprivate static func refusal(_ path: String, _ mode: Int32) -> String? {
    guard access(path, mode) != 0, errno != ENOENT else { return nil }
    return SQLiteError.words(forSystemError: errno)
  }

  var json: JSONText {
    ["folder": .string(folder), "files": .array(files.map { .string($0) })]
  }
}

extension EditorFolder {
  /// Nil as long as everything that may be edited can be saved.
  var writeTrouble: WriteTrouble? {
    let reason = WriteTrouble.refusal(path, W_OK | X_OK)
    let files = saved.keys.filter {
      !locked.contains($0)
        && WriteTrouble.refusal(ScriptDirectory.path(of: $0, in: path), W_OK) != nil
    }
    return reason == nil && files.isEmpty
      ? nil : WriteTrouble(folder: reason, files: files.sorted())
  }
}
