extension StatusCommand {
  /// Creates the command of a usual launch check: `status --check`, databases, and at most `--scripts` and `--format`.
  /// Nil for all other arguments, which the argument parser accepts or refuses.
  ///
  /// The parser takes 15 million instructions for these arguments, and everything else takes 2 million.
  init?(plain arguments: ArraySlice<String>) {
    guard arguments.first == "status" else { return nil }
    var words = arguments.dropFirst()
    var databases: [String] = []
    var (isCheck, folder, format) = (false, String?.none, ReportFormat?.none)
    while let word = words.popFirst() {
      switch word {
      case "--check" where !isCheck:
        isCheck = true
      case "--scripts" where folder == nil:
        guard let value = words.popFirst(), Self.isPlain(value) else { return nil }
        folder = value
      case "--format" where format == nil:
        guard let value = words.popFirst().flatMap(ReportFormat.init) else { return nil }
        format = value
      default:
        guard Self.isPlain(word) else { return nil }
        databases.append(word)
      }
    }
    guard isCheck, !databases.isEmpty else { return nil }
    self.init()
    check = true
    self.format = format ?? .human
    // Without the parser, a property has not even its default.
    list = DatabaseList()
    list.databases = databases
    list.fromFile = nil
    list.shard = nil
    scripts = ScriptsOptions()
    scripts.folder = folder
    database = DatabaseOptions()
    database.versionStore = nil
    database.existingVersion = nil
    database.busyTimeout = 5
    output = OutputOptions()
    output.color = .auto
  }

  /// Whether a word is a value for the parser, too.
  private static func isPlain(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.first != UInt8(ascii: "-") && word != "help"
  }
}
