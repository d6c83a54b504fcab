/// Why a folder or a file of a bundle could not be read: news about the machine, not the script.
public struct ScriptBundleError: Error, Sendable, Hashable {
  /// What was in the way.
  public enum Reason: Sendable, Hashable {
    /// There is nothing at this path.
    case notFound
    /// A folder was expected, and something else is there.
    case notAFolder
    /// A file was expected, and a folder is there.
    case isAFolder
    /// A pipe, a device or a socket, which could be read forever.
    case notARegularFile
    /// The system does not allow this process to read it.
    case notReadable
    /// The file has more than `ScriptBundleError.maximumFileSize` bytes; here is how many.
    case tooLarge(bytes: Int64)
    /// The file grew or shrank while it was read.
    case changedWhileRead
    /// The file's name is not UTF-8, so it cannot be shown, recorded in the history, or opened by its name.
    case nameNotUTF8
    /// The path is longer than the system allows.
    case nameTooLong
    /// A symbolic link that leads to nothing.
    case danglingLink
    /// The path leads through symbolic links in a circle.
    case tooManyLinks
    /// This process, or the machine, has no file handle left.
    case tooManyOpenFiles
    /// The path has a NUL character, which no path can have.
    case invalidPath
    /// The disk failed.
    case inputOutput
    /// The system refused with another `errno`.
    case refused(code: Int32)
  }

  /// The most bytes that a script file may have: 256 MiB.
  public static let maximumFileSize: Int64 = 256 * 1024 * 1024

  /// The folder or file, as it was given.
  public let path: String

  /// What was in the way.
  public let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension ScriptBundleError: CustomStringConvertible {
  /// One sentence with the path.
  public var description: String {
    let name = "“\(path)”"
    switch reason {
    case .notFound: return "There is no file or folder \(name)."
    case .notAFolder: return "\(name) is not a folder."
    case .isAFolder: return "\(name) is a folder, not a script file."
    case .notARegularFile: return "\(name) is a pipe, a device or a socket, not a script file."
    case .notReadable: return "This process is not allowed to read \(name)."
    case .tooLarge(let bytes):
      let limit = Self.maximumFileSize
      return "\(name) has \(bytes) bytes; a script file may have at most \(limit) (256 MiB)."
    case .changedWhileRead: return "\(name) changed while it was read."
    case .nameNotUTF8: return "The name of the file \(name) is not UTF-8. Rename the file."
    case .nameTooLong: return "The path \(name) is longer than the system allows."
    case .danglingLink: return "\(name) is a symbolic link to a file that does not exist."
    case .tooManyLinks: return "The symbolic links of \(name) lead in a circle."
    case .tooManyOpenFiles: return "\(name) cannot be opened: too many files are open."
    case .invalidPath: return "The path \(name) has a NUL character in it."
    case .inputOutput: return "The disk failed while \(name) was read."
    case .refused(let code): return "The system refused to read \(name) (errno \(code))."
    }
  }
}
