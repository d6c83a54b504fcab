import Foundation

/// The command of the same build.
struct Command {
  private let path: String
  private let descriptor: Int32

  struct Missing: Error, CustomStringConvertible {
    let description =
      "sqlscripts is not there: SQLSCRIPTS_COMMAND=1 swift build --product sqlscripts"
  }

  init() throws {
    path =
      URL(fileURLWithPath: Foundation.Bundle.main.executablePath ?? "")
      .deletingLastPathComponent().appendingPathComponent("sqlscripts").path
    descriptor = open(path, O_RDONLY)
    guard descriptor >= 0, access(path, X_OK) == 0 else { throw Missing() }
  }

  /// Replaces a child process with the command. A user who cannot reach the file by its path may run it, too.
  ///
  /// - Parameters:
  ///   - arguments: as bytes, because file names need not be UTF-8.
  ///   - output: the handle for its standard output; -1 for none.
  /// - Returns: never; if it fails, the process ends with 71.
  func become(_ arguments: [[UInt8]], output: Int32 = -1) -> Never {
    let nothing = open("/dev/null", O_RDWR)
    let words = output < 0 ? nothing : output
    guard dup2(nothing, STDIN_FILENO) >= 0, dup2(words, STDOUT_FILENO) >= 0,
      dup2(nothing, STDERR_FILENO) >= 0
    else { _exit(71) }
    var pointers = ([Array("sqlscripts".utf8)] + arguments).map { argument in
      strdup(argument.map { CChar(bitPattern: $0) } + [0]) as UnsafeMutablePointer<CChar>?
    }
    pointers.append(nil)
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("LC_ALL=C.UTF-8"), nil]
    #if os(Linux)
      fexecve(descriptor, &pointers, &environment)
    #else
      execve(path, &pointers, &environment)
    #endif
    _exit(71)
  }

  func become(_ arguments: [String], output: Int32 = -1) -> Never {
    become(arguments.map { Array($0.utf8) }, output: output)
  }
}
