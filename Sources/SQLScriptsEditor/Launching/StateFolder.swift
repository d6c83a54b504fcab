import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where programs of this user keep what outlives them.
package enum StateFolder {
  /// The folder of the journals; nil if the user has no folder.
  package static var journals: String? {
    #if canImport(Darwin)
      folder("HOME").map { $0 + "/Library/Application Support/sqlscripts/unsaved" }
    #else
      (folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" })
        .map { $0 + "/sqlscripts/unsaved" }
    #endif
  }

  private static func folder(_ name: String) -> String? {
    getenv(name).map { String(systemName: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
