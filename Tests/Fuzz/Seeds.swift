import Foundation
import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsValidation

/// The first inputs, made from the repository: scripts, the examples of the rules, the texts in the tests of the
/// readers, and the inputs that earlier runs have kept.
struct Seeds {
  private let literals: [String]

  init() {
    literals = Self.paths(in: "Tests").filter { $0.lastPathComponent.hasSuffix("Tests.swift") }
      .flatMap { Self.literals(in: (try? String(contentsOf: $0, encoding: .utf8)) ?? "") }
  }

  /// Writes `FOLDER/TARGET/*`, at most `count` for each target, and `FOLDER/TARGET.dict`.
  func write(to folder: String, atMost count: Int) throws {
    for target in FuzzTarget.allCases {
      let all = Set(try inputs(of: target)).filter { $0.count <= target.longest }
        .sorted { $0.lexicographicallyPrecedes($1) }
      let inputs = stride(from: 0, to: all.count, by: max(1, (all.count + count - 1) / count))
        .map { all[$0] }
      let top = URL(fileURLWithPath: folder).appendingPathComponent(target.rawValue)
      try FileManager.default.createDirectory(at: top, withIntermediateDirectories: true)
      for (number, input) in inputs.enumerated() {
        try Data(input).write(to: top.appendingPathComponent("seed-\(number)"))
      }
      let kept = KeptInputs.inputs(of: target)
      for (number, input) in kept.enumerated() {
        try Data(input).write(to: top.appendingPathComponent("kept-\(number)"))
      }
      let words = Self.words(of: target).enumerated().map { number, word in
        "w\(number)=\"" + Self.escaped(word) + "\"\n"
      }
      try Data(words.joined().utf8).write(to: top.appendingPathExtension("dict"))
      print("\(target): \(inputs.count) seeds, \(kept.count) inputs kept")
    }
  }

  private func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
    switch target {
    case .plist: return try scripts(.plist) + binary(try scripts(.plist))
    case .json: return try scripts(.json)
    case .sql: return try scripts(.sql)
    case .convert:
      return try ScriptFile.Format.allCases.flatMap { format in
        try scripts(format).map { [Form.byte(format)] + $0 }
      }
    case .fix:
      return try ScriptFile.Format.allCases.flatMap { format in
        // Mistakes that keep a file from being read are corrected. The other examples are for the rules.
        let others = try format == .sql ? written(Self.wrong, as: format) : texts(format)
        let scripts = try files(format.rawValue) + others + written(Self.correctable, as: format)
        return scripts.map { [Form.byte(format)] + $0 }
      }
    case .settings:
      let examples = RuleCatalog.rules.flatMap { $0.documentation.wrong + $0.documentation.right }
      return literals { $0.hasPrefix("{") }
        + examples.compactMap { $0.settings.map { Array($0.utf8) } }
    case .lock:
      let sound = "1 default sql_default.json xxh64:0123456789abcdef\n"
      return [sound, "# a\n" + sound + "2 update sql_update_2 b.sql xxh64:fedcba9876543210\r\n"]
        .map { Array($0.utf8) }
    case .names:
      let names = literals { $0.hasPrefix("sql_") || $0.hasSuffix(".sql") || $0.contains("update") }
      let pairs = zip(names, names.dropFirst(7)).map { $0 + [0] + $1 }
      return names + pairs
    }
  }

  /// Scripts in one format, valid and broken.
  private func scripts(_ format: ScriptFile.Format) throws -> [[UInt8]] {
    let examples = RuleCatalog.rules.flatMap { $0.documentation.wrong + $0.documentation.right }
    let statements = examples.map { Self.unmarked($0.statements) }
    return try files(format.rawValue) + texts(format) + written(statements, as: format)
  }

  /// The statements of examples with corrections.
  private static var correctable: [[String]] {
    let rules: [any Rule.Type] = [
      ApostropheInText.self, DashLookalike.self, DoubleQuotedText.self, FullwidthPunctuation.self,
      InvisibleCharacter.self, KeywordTypo.self, NonBreakingSpace.self, SmartQuotes.self,
      TrailingCommaInList.self,
    ]
    return statements(of: rules)
  }

  /// The statements of examples that are closed.
  private static var wrong: [[String]] {
    statements(of: RuleCatalog.rules).filter { !$0.contains { $0.contains("RECURSIVE") } }
  }

  /// The examples of rules, each with the statements that it needs.
  private static func statements(of rules: [any Rule.Type]) -> [[String]] {
    rules.flatMap { $0.documentation.wrong }.map { $0.before + unmarked($0.statements) }
  }

  private static func unmarked(_ statements: [String]) -> [String] {
    statements.map { $0.filter { $0 != "«" && $0 != "»" } }
  }

  private func written(_ scripts: [[String]], as format: ScriptFile.Format) throws -> [[UInt8]] {
    try scripts.flatMap { statements in
      let bundle = ScriptBundle(scripts: [.default(statements)])
      if format == .json, let file = bundle.defaultScript {
        return [Array(try bundle.source(of: file).bytes)]
      }
      return try Conversion(of: bundle, to: format, dropsComments: true, proves: false).changes
        .compactMap(\.after)
    }
  }

  /// The texts in the tests of the readers, in one format.
  private func texts(_ format: ScriptFile.Format) -> [[UInt8]] {
    switch format {
    case .json: return literals { $0.hasPrefix("[") || $0.hasPrefix("{") }
    case .plist:
      let tags = literals { $0.hasPrefix("<") }
      return tags
        + tags.map { Array("<plist version=\"1.0\">".utf8) + $0 + Array("</plist>".utf8) }
    case .sql: return literals { $0.contains(" ") && $0.prefix(3).allSatisfy(\.isUppercase) }
    }
  }

  /// The files of the repository with an extension.
  private func files(_ ending: String) throws -> [[UInt8]] {
    try ["SQLScripts", "Tests"].flatMap { folder in
      try Self.paths(in: folder).filter { $0.pathExtension == ending }.map {
        Array(try Data(contentsOf: $0))
      }
    }
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func paths(in folder: String) -> [URL] {
    let top = root.appendingPathComponent(folder)
    let found = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []
    return found.filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }.sorted()
      .map(top.appendingPathComponent)
  }

  private func literals(where isWanted: (String) -> Bool) -> [[UInt8]] {
    literals.filter(isWanted).map { Array($0.utf8) }
  }

  /// String literals in the tests, with their escapes, including multi-line literals.
  private static func literals(in text: String) -> [String] {
    let blocks = text.components(separatedBy: "\"\"\"")
    let many = blocks.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let one = blocks.enumerated().filter { $0.offset % 2 == 0 }.flatMap { block in
      block.element.components(separatedBy: "\n").flatMap { line in
        let raw = line.components(separatedBy: "#\"").dropFirst()
          .compactMap { $0.components(separatedBy: "\"#").first }
        let plain = line.components(separatedBy: "\"").enumerated()
          .filter { $0.offset % 2 == 1 }.map(\.element)
        return raw + plain
      }
    }
    return (many + one).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty }
  }

  /// Property lists in binary format.
  private func binary(_ lists: [[UInt8]]) -> [[UInt8]] {
    lists.compactMap { bytes in
      guard
        let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil),
        let data = try? PropertyListSerialization.data(
          fromPropertyList: list, format: .binary, options: 0)
      else { return nil }
      return Array(data)
    }
  }

  private static func words(of target: FuzzTarget) -> [String] {
    let keys =
      ScriptKey.names + StatementKey.names + Script.ForeignKeys.allCases.map(\.rawValue)
    let sql = [
      "CREATE", "TABLE", "TRIGGER", "BEGIN", "END", "CASE", "AFTER", "INSERT", "UPDATE", "DELETE",
      "INTO", "VALUES", "SELECT", "FROM", "WHERE", "VIEW", "INDEX", "ALTER", "ADD", "COLUMN", "--",
      "/*", "*/", "x'00'", "''", "\"a\"", "[a]", "`a`", ";", "->>", "||", "0x1F", "1e5", "?1", ":a",
      "$a::b(c)", "\u{FEFF}", "\u{201C}", "\u{2019}", "\u{FF1B}", "\u{A0}", "\u{202E}", "\u{200B}",
    ]
    let xml = [
      "<plist>", "</plist>", "<array>", "</array>", "<dict>", "</dict>", "<key>", "</key>",
      "<string>", "</string>", "<string/>", "<true/>", "<integer>", "<![CDATA[", "]]>", "<!--",
      "-->", "<string", "<key", "<array", "<dict", "<plist", "<integer", "</string", "</array",
      "</",
      "/>", ">", " a=\"1\"", "<real>", "<date>", "<data>", "<false/>", "<?a", "?>", "<![CDATA[<",
      "&amp;", "&lt;", "&#65;", "&#x0;", "&#x00000000", "&#0000000000", "2a;", "&quot;",
      "<?xml version=\"1.0\"?>", "<!DOCTYPE plist [",
      "<!ENTITY a \"b\">",
      "bplist00", "\u{FEFF}",
    ]
    let json = [
      "\\u00e9", "\\ud83d", "\\ude00", "\\n", "\"", "[", "]", "{", "}", ":", ",", "true", "null",
      "-1e5", "//", "'", "/*", "*/", "#", "\"\"\"", "\u{201C}", "\u{FF0C}", "\u{FF1A}", "[[", "]]",
      "\\u0000", "\\\"", "tru", "01", "\n\"",
    ]
    switch target {
    case .plist: return xml + keys
    case .json: return json + keys
    case .sql:
      return sql + keys.map { "-- \($0):" } + ["<<<<<<< ", "=======", ">>>>>>> "]
    case .settings:
      let choices =
        BundleSettings.Numbering.allCases.map(\.rawValue)
        + BundleSettings.OutOfOrder.allCases.map(\.rawValue)
        + BundleSettings.RuleLevel.allCases.map(\.rawValue)
        + BundleSettings.ExistingVersion.allCases.map(\.rawValue)
        + VersionStore.allCases.map(\.rawValue)
      let systems = ["iOS", "macOS", "tvOS", "watchOS", "visionOS", "android", "sqlite"]
      return json + SettingsKey.names + choices + systems + RulePage.all.map(\.id) + [
        "$schema", "15.0", "10.13", "3.22.0", "3.40.1", "21",
      ]
    case .lock: return ["default", "update", "xxh64:", "\\n", "<<<<<<<", "#"]
    case .names:
      return [
        "sql_default", "sql_update_", ".sql", ".json", ".plist", ".down", "_", "0",
        "9223372036854775807",
        "\u{202E}", "\u{1B}[2J", "e\u{301}", " copy", "~", ".orig",
      ]
    case .convert: return xml + keys + json + sql
    case .fix:
      return xml + keys + json + sql + [
        "CRAETE", "INSERTT", "CREATE TABLE t (a)", "INSERT INTO t VALUES (", "(a, b,)", ",)",
        "\u{FF0C}", "\u{FF08}", "\u{FF09}", "\u{2013}", "\u{2212}", "\u{3000}", "\u{AD}",
        "\u{2018}", "\u{201D}", "'it's'", "O'Brien", "True", "\r\n", "\r",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "</aray>", "<String>", "\"\"\"", "# ",
      ]
    }
  }

  /// The word as in a libFuzzer dictionary.
  private static func escaped(_ word: String) -> String {
    word.utf8.map { byte in
      (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
        ? String(UnicodeScalar(byte)) : "\\x" + String(format: "%02X", byte)
    }.joined()
  }
}
