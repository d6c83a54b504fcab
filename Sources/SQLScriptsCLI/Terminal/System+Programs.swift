import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension System {
  /// The folder of the running program, without symbolic links, so that a link to the command is enough.
  static var programsFolder: String {
    #if canImport(Darwin)
      var size = UInt32(PATH_MAX)
      var path = [CChar](repeating: 0, count: Int(size))
      let name = _NSGetExecutablePath(&path, &size) == 0 ? path : [0]
    #else
      let name = "/proc/self/exe".systemPath
    #endif
    guard let resolved = realpath(name, nil) else { return "." }
    defer { free(resolved) }
    let parts = String(systemName: resolved).split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast().joined(separator: "/")
  }

  /// Replaces the process by another program, without a shell. Returns only if that fails, with the reason.
  static func replaceProcess(by program: String, _ arguments: [String]) -> String {
    var copies = ([program] + arguments).map { argument in
      argument.systemPath.withUnsafeBufferPointer { $0.baseAddress.flatMap { strdup($0) } }
    }
    copies.append(nil)
    defer { for copy in copies { free(copy) } }
    execv(program.systemPath, copies)
    return lastMessage
  }
}
