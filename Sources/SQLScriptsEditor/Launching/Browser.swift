import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The user's browser.
package enum Browser {
  #if canImport(Darwin)
    private static let opener = "/usr/bin/open"
  #else
    private static let opener = "xdg-open"
  #endif

  /// Whether there is a screen. Without one, `xdg-open` would start a browser inside the terminal.
  package static var hasScreen: Bool {
    #if canImport(Darwin)
      true
    #else
      ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment($0)?.isEmpty == false }
    #endif
  }

  /// The folder for files that only the browser reads.
  package static var temporaryFolder: String {
    let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap(environment)
    return named.first { $0.hasPrefix("/") && access($0.systemPath, W_OK | X_OK) == 0 } ?? "/tmp"
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(systemName: $0) }
  }

  /// Opens a file, without a shell and without waiting.
  ///
  /// - Returns: whether the system has a program that opens files.
  package static func open(_ path: String) -> Bool {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Browsers print warnings.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // Ctrl-C stops the editor, not a browser that it has started.
    posix_spawnattr_setpgroup(&attributes, 0)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(opener)]
    arguments.append(
      path.systemPath.withUnsafeBufferPointer { $0.baseAddress.flatMap { strdup($0) } })
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    return posix_spawnp(&process, opener, &actions, &attributes, arguments, environ) == 0
  }
}
