import SQLScriptsFiles

/// A reader of untrusted bytes.
enum FuzzTarget: String, CaseIterable {
  /// Property lists, XML and binary, and the scripts in them.
  case plist
  /// JSON, and the scripts in it.
  case json
  /// SQL files: their tokens, and their statements.
  case sql
  /// `sqlscripts.json`
  case settings
  /// `sqlscripts.lock`
  case lock
  /// The names of the files in a folder, with a NUL between them.
  case names
  /// `convert` and `format`. The first byte is the format: see `Form`.
  case convert
  /// `validate --fix`, with the rehearsal that proves it. The first byte is the format.
  case fix

  /// The maximum size of an input. Targets that rehearse are slow.
  var longest: Int {
    switch self {
    case .fix, .settings: 512
    default: 4096
    }
  }

  /// Runs one input.
  func take(_ bytes: [UInt8]) {
    switch self {
    case .plist: ReadingClaims.hold(bytes, .plist)
    case .json: ReadingClaims.hold(bytes, .json)
    case .sql: SQLClaims.hold(bytes)
    case .settings: SettingsClaims.hold(bytes)
    case .lock: LockClaims.hold(bytes)
    case .names: NameClaims.hold(bytes)
    case .convert: ConversionClaims.hold(Array(bytes.dropFirst()), Form.of(bytes))
    case .fix: FixingClaims.hold(Array(bytes.dropFirst()), Form.of(bytes))
    }
  }
}

/// The byte before a script that gives its format.
enum Form {
  static func byte(_ format: ScriptFile.Format) -> UInt8 {
    switch format {
    case .plist: UInt8(ascii: "p")
    case .json: UInt8(ascii: "j")
    case .sql: UInt8(ascii: "s")
    }
  }

  static func of(_ bytes: [UInt8]) -> ScriptFile.Format {
    ScriptFile.Format.allCases.first { byte($0) == bytes.first } ?? .json
  }
}
