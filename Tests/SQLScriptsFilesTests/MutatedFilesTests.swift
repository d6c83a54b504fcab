import Foundation
import SQLScriptsDiagnostics
import SQLScriptsFiles
import TestSupport
import Testing

/// Files with a mistake somewhere, read in this process.
struct MutatedFilesTests {
  @Test(arguments: Seed.all)
  func `a file with a missing, doubled or changed byte is parsed or refused`(seed: Seed) {
    for place in seed.bytes.indices {
      var lost = seed.bytes
      lost.remove(at: place)
      read(lost, as: seed)
      var doubled = seed.bytes
      doubled.insert(doubled[place], at: place)
      read(doubled, as: seed)
      for byte in Array("<>&\"'/\\;\0".utf8) {
        var changed = seed.bytes
        changed[place] = byte
        read(changed, as: seed)
      }
    }
  }

  /// `SQLSCRIPTS_MUTATIONS=20000` tries as many.
  @Test func `a file with several changed bytes is parsed or refused`() {
    let wanted = ProcessInfo.processInfo.environment["SQLSCRIPTS_MUTATIONS"].flatMap { Int($0) }
    var generator = FixedGenerator(state: 11)
    for _ in 0..<(wanted ?? 3000) {
      guard let seed = Seed.all.randomElement(using: &generator) else { return }
      var bytes = seed.bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        Self.change(&bytes, &generator)
      }
      read(bytes, as: seed)
    }
  }

  /// Deletes, inserts, flips, doubles or moves something, or inserts a part of another file.
  private static func change(_ bytes: inout [UInt8], _ generator: inout FixedGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(place + Int.random(in: 1...24, using: &generator), bytes.count)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
    case 2 where place < bytes.count:
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 4:
      let piece = bytes[place..<end]
      bytes.removeSubrange(place..<end)
      bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &generator))
    default:
      guard let other = Seed.all.randomElement(using: &generator)?.bytes else { return }
      let start = Int.random(in: 0..<other.count, using: &generator)
      bytes.insert(contentsOf: other[start...].prefix(40), at: place)
    }
  }

  private func read(_ bytes: [UInt8], as seed: Seed) {
    let script = InMemoryScript.file(named: seed.name, bytes: bytes)
    let isSettings = seed.name == BundleSettings.fileName
    let bundle = ScriptBundle(
      scripts: isSettings ? [] : [script], settings: isSettings ? bytes : nil)
    _ = try? bundle.settings()
    guard let file = bundle.defaultScript, let read = try? bundle.read(file) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(read.diagnostics.count <= 200, "\(text)")
    for finding in read.diagnostics {
      _ = finding.span.end
      #expect(finding.span.range.upperBound <= bytes.count, "\(text)")
    }
    guard let script = read.script else { return }
    #expect(script.document.isSound, "\(text)")
    for item in script.items { _ = script.span(of: item.text) }
    _ = Checksum(of: script)
  }

  struct Seed: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { "\(name), \(bytes.count) bytes" }

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    static let all = [
      Seed(
        "sql_default.plist",
        plist(
          """
          <dict>
          <key>version</key><integer>7</integer><key>transaction</key><false/>
          <key>statements</key><array>
          <string>CREATE TABLE a (b TEXT DEFAULT '&lt;&#233;&#x0000041;')</string>
          <array><string>INSERT INTO a</string><string>VALUES ('<![CDATA[<y>]]>')<!-- z --></string></array>
          <dict><key>sql</key><string>DELETE FROM a</string>
          <key>ignore</key><dict><key>delete-without-where</key><string>old</string></dict></dict>
          <string/></array></dict>
          """)),
      Seed("sql_default.plist", "<plist><array><string a=\"1\">SELECT 1</string></array></plist>"),
      Seed("sql_default.plist", binarySample),
      Seed(
        "sql_default.json",
        #"""
        {"version": 7, // a
         "statements": ["CREATE TABLE a (b)", ["INSERT INTO a", "VALUES ('\u00e9\uD83D\uDE00\n')"],
         {"sql": "DELETE FROM a", "onlyIf": "SELECT 1", "ignore": {"delete-without-where": "old"}}],
         "verify": ["SELECT 1 WHERE 0"], "allowsRowLoss": ["a"], "foreignKeys": "checked"}
        """#),
      Seed("sql_default.json", "[\"SELECT \"a\"\", 'b', “c”, \"\"\"d\"\"\", tru, 01,\n\"e\n\"]"),
      Seed(
        "sql_default.sql",
        """
        -- version: 7
        -- transaction: false
        CREATE TABLE "a" (b TEXT DEFAULT 'it''s', [c] INT /* d */);
        INSERT INTO `a` VALUES (x'00ff', -1.5e3, ?1, :a, $b::c(d)); -- e
        CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; END;
        <<<<<<< HEAD
        =======
        >>>>>>> other
        """),
      Seed(
        "sqlscripts.json",
        """
        {"numbering": "sequential", "minimumVersion": 1, "targets": {"iOS": "15.0", "android": 30},
         "rules": {"drop-table": "off"}, "outOfOrder": "refuse"}
        """),
    ]
  }
}
