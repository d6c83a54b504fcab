import Foundation
import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsValidation

/// Inputs to begin with, made of what the repository has: bundles, the examples of the rules, and the
/// texts in the tests of the readers.
struct Seeds {
  private let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Writes `FOLDER/TARGET/*`, at most so many of a target, and `FOLDER/TARGET.dict`.
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
      let words = Self.words(of: target).enumerated().map { number, word in
        "w\(number)=\"" + Self.escaped(word) + "\"\n"
      }
      try Data(words.joined().utf8).write(to: top.appendingPathExtension("dict"))
      print("\(target): \(inputs.count) seeds")
    }
  }

  private func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
    switch target {
    case .plist: return try scripts(.plist) + binary(try scripts(.plist))
    case .json: return try scripts(.json)
    case .sql: return try scripts(.sql)
    case .convert, .fix:
      return try ScriptFile.Format.allCases.flatMap { format in
        try scripts(format).map { [Form.byte(format)] + $0 }
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

  /// Scripts in one form, whole and broken.
  private func scripts(_ format: ScriptFile.Format) throws -> [[UInt8]] {
    var scripts = try files(format.rawValue)
    for rule in RuleCatalog.rules {
      for example in rule.documentation.wrong + rule.documentation.right {
        let statements = example.statements.map { $0.filter { $0 != "«" && $0 != "»" } }
        let bundle = ScriptBundle(scripts: [.default(statements)])
        if format == .json, let file = bundle.defaultScript {
          scripts.append(Array(try bundle.source(of: file).bytes))
        } else {
          scripts += try Conversion(of: bundle, to: format).changes.compactMap(\.after)
        }
      }
    }
    switch format {
    case .json: scripts += literals { $0.hasPrefix("[") || $0.hasPrefix("{") }
    case .plist:
      let tags = literals { $0.hasPrefix("<") }
      scripts +=
        tags + tags.map { Array("<plist version=\"1.0\">".utf8) + $0 + Array("</plist>".utf8) }
    case .sql: scripts += literals { $0.contains(" ") && $0.prefix(3).allSatisfy(\.isUppercase) }
    }
    return scripts
  }

  /// The files of the repository with an ending.
  private func files(_ ending: String) throws -> [[UInt8]] {
    try ["SQLScripts", "Tests"].flatMap { folder in
      try paths(in: folder).filter { $0.pathExtension == ending }.map {
        Array(try Data(contentsOf: $0))
      }
    }
  }

  private func paths(in folder: String) -> [URL] {
    let top = root.appendingPathComponent(folder)
    let found = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []
    return found.filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }.sorted()
      .map(top.appendingPathComponent)
  }

  /// Texts between quotes in the tests, with escapes as they stand there, and those of several lines.
  private func literals(where isWanted: (String) -> Bool) -> [[UInt8]] {
    paths(in: "Tests").filter { $0.lastPathComponent.hasSuffix("Tests.swift") }.flatMap { path in
      let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
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
        .filter { !$0.isEmpty && isWanted($0) }.map { Array($0.utf8) }
    }
  }

  /// Property lists in their binary form.
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
    let keys = [
      "statements", "sql", "note", "onlyIf", "ignore", "version", "description", "transaction",
      "foreignKeys", "allowsRowLoss", "verify", "unchecked",
    ]
    let sql = [
      "CREATE", "TABLE", "TRIGGER", "BEGIN", "END", "CASE", "AFTER", "INSERT", "UPDATE", "DELETE",
      "INTO", "VALUES", "SELECT", "FROM", "WHERE", "VIEW", "INDEX", "ALTER", "ADD", "COLUMN", "--",
      "/*", "*/", "x'00'", "''", "\"a\"", "[a]", "`a`", ";", "->>", "||", "0x1F", "1e5", "?1", ":a",
      "$a::b(c)", "\u{FEFF}", "\u{201C}", "\u{2019}", "\u{FF1B}", "\u{A0}", "\u{202E}", "\u{200B}",
    ]
    let xml = [
      "<plist>", "</plist>", "<array>", "</array>", "<dict>", "</dict>", "<key>", "</key>",
      "<string>", "</string>", "<string/>", "<true/>", "<integer>", "<![CDATA[", "]]>", "<!--",
      "-->",
      "&amp;", "&lt;", "&#65;", "&#x0;", "<?xml version=\"1.0\"?>", "<!DOCTYPE plist [",
      "<!ENTITY a \"b\">",
      "bplist00", "\u{FEFF}",
    ]
    let json = [
      "\\u00e9", "\\ud83d", "\\ude00", "\\n", "\"", "[", "]", "{", "}", ":", ",", "true", "null",
      "-1e5", "//", "'",
    ]
    switch target {
    case .plist: return xml + keys
    case .json: return json + keys
    case .sql:
      return sql + ["description:", "version:", "transaction:", "<<<<<<< ", "=======", ">>>>>>> "]
    case .settings:
      return json + [
        "numbering", "minimumVersion", "outOfOrder", "targets", "rules", "sampleData",
        "existingVersionMeans", "timestamp", "iOS", "android", "drop-column", "warning", "15.0",
      ]
    case .lock: return ["default", "update", "xxh64:", "\\n", "<<<<<<<", "#"]
    case .names:
      return [
        "sql_default", "sql_update_", ".sql", ".json", ".plist", ".down", "_", "0",
        "9223372036854775807",
        "\u{202E}", "\u{1B}[2J", "e\u{301}", " copy", "~", ".orig",
      ]
    case .convert, .fix: return xml + keys + json + sql
    }
  }

  /// As a dictionary of libFuzzer has it.
  private static func escaped(_ word: String) -> String {
    word.utf8.map { byte in
      (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
        ? String(UnicodeScalar(byte)) : "\\x" + String(format: "%02X", byte)
    }.joined()
  }
}
