/// The reason why a folder or file of a bundle could not be read. It is about the machine, not about the script.
public struct ScriptBundleError: Error, Sendable, Hashable {
  /// The kind of error.
  public enum Reason: Sendable, Hashable {
    /// The path does not exist.
    case notFound
    /// The path is not a folder.
    case notAFolder
    /// The path is a folder, not a file.
    case isAFolder
    /// The path is a pipe, a device or a socket, which could block forever.
    case notARegularFile
    /// The system does not allow this process to read it.
    case notReadable
    /// The file has more than `ScriptBundleError.maximumFileSize` bytes; the value is its size.
    case tooLarge(bytes: Int64)
    /// The file grew or shrank while it was read.
    case changedWhileRead
    /// The file's name is not UTF-8, so it cannot be shown, recorded in the history, or opened by name.
    case nameNotUTF8
    /// The path is longer than the system allows.
    case nameTooLong
    /// The path is a symbolic link to a missing file.
    case danglingLink
    /// The path is a symbolic link to a file outside the folder. Only the editor refuses such links.
    case linkOutside
    /// The path contains a cycle of symbolic links.
    case tooManyLinks
    /// The process or the machine has no free file descriptor.
    case tooManyOpenFiles
    /// The path contains a NUL character.
    case invalidPath
    /// An I/O error.
    case inputOutput
    /// The system returned another `errno`.
    case refused(code: Int32)
  }

  /// The maximum size of a script file: 256 MiB.
  public static let maximumFileSize: Int64 = 256 * 1024 * 1024

  /// The folder or file, as it was given.
  public let path: String

  /// The kind of error.
  public let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension ScriptBundleError: CustomStringConvertible {
  /// The problem in words, with the path.
  public var description: String {
    let name = "“\(path)”"
    switch reason {
    case .notFound: return "no such file or directory: \(name)"
    case .notAFolder: return "\(name) is not a folder"
    case .isAFolder: return "\(name) is a folder, not a script file"
    case .notARegularFile: return "\(name) is a pipe, a device or a socket, not a script file"
    case .notReadable: return "no permission to read \(name)"
    case .tooLarge(let bytes):
      let limit = Self.maximumFileSize
      return "\(name) has \(bytes) bytes; the limit is \(limit) (256 MiB)"
    case .changedWhileRead: return "\(name) changed while it was read"
    case .nameNotUTF8: return "the name of the file \(name) is not UTF-8"
    case .nameTooLong: return "the path \(name) is longer than the system allows"
    case .danglingLink: return "\(name) is a symbolic link to a file that does not exist"
    case .linkOutside:
      return "\(name) is a symbolic link to a file outside the folder, so it was not opened"
    case .tooManyLinks: return "the symbolic links of \(name) form a loop"
    case .tooManyOpenFiles: return "\(name) cannot be opened: too many files are open"
    case .invalidPath: return "the path \(name) contains a NUL character"
    case .inputOutput: return "the disk failed while \(name) was read"
    case .refused(let code): return "the system refused to read \(name) (errno \(code))"
    }
  }
}
