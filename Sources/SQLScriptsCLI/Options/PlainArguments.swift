/// The arguments of a usual call, which need no argument parser: databases, flags, and options with their values.
///
/// The parser takes 15 million instructions. A launch check takes 2 million, and a script of a migration 1 million.
struct PlainArguments {
  private(set) var databases: [String] = []
  private var flags: [String] = []
  private var values: [(option: String, value: String)] = []

  /// Nil for all other arguments, which the parser accepts or refuses: each flag and option may be there once.
  init?(
    _ arguments: ArraySlice<String>, of command: String, flags known: [String], options: [String]
  ) {
    guard arguments.first == command else { return nil }
    var words = arguments.dropFirst()
    while let word = words.popFirst() {
      if known.contains(word), !has(word) {
        flags.append(word)
      } else if options.contains(word), value(of: word) == nil {
        guard let value = words.popFirst(), Self.isPlain(value) else { return nil }
        values.append((word, value))
      } else {
        guard Self.isPlain(word) else { return nil }
        databases.append(word)
      }
    }
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The value of an option; nil if it is not there.
  func value(of option: String) -> String? { values.first { $0.option == option }?.value }

  /// The value of an option, or its default if it is not there. Nil if the parser must refuse it.
  func value<Value>(of option: String, _ make: (String) -> Value?, or other: Value) -> Value? {
    guard let value = value(of: option) else { return other }
    return make(value)
  }

  /// Whether a word is a value for the parser, too.
  private static func isPlain(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.first != UInt8(ascii: "-") && word != "help"
  }
}

// Without the parser, a property has not even its default.
extension DatabaseList {
  init(_ databases: [String], fromFile: String? = nil) {
    self.init()
    self.databases = databases
    self.fromFile = fromFile
    shard = nil
  }
}

extension ScriptsOptions {
  init(folder: String?) {
    self.init()
    self.folder = folder
  }
}

extension DatabaseOptions {
  static var plain: Self {
    var options = Self()
    options.versionStore = nil
    options.existingVersion = nil
    options.busyTimeout = 5
    return options
  }
}

extension OutputOptions {
  static var plain: Self {
    var options = Self()
    options.color = .auto
    return options
  }
}
