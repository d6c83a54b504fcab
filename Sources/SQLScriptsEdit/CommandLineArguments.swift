import SQLScriptsDatabase

enum CommandLineArguments {
  /// The arguments as bytes, without the name of the program. Swift's own list repairs invalid UTF-8, and a repaired
  /// file name means another file.
  static var all: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(systemName: $0) }
    }
  }
}
