import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsSQL
import TestSupport
import Testing

@testable import SQLScriptsFiles

struct ChecksumTests {
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("as", 0x1C33_0FB2_D66B_E179),
      ("asd", 0x631C_37CE_72A9_7393), ("asdf", 0x4158_72F5_99CE_A71E),
      ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
      ("Call me Ishmael. Some years ago--never mind how long precisely-", 0x02A2_E854_70D6_FD96),
    ] as [(String, UInt64)])
  func `the hash is the published XXH64`(text: String, hash: UInt64) {
    for size in 1...70 {
      var whole = XXH64()
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBufferPointer { whole.update($0) }
      }
      #expect(whole.finish() == hash, "in pieces of \(size)")
    }
  }

  @Test func `the text form always has sixteen digits`() {
    #expect(Checksum(value: 0xAB).description == "xxh64:00000000000000ab")
    #expect(Checksum(value: .max).description == "xxh64:ffffffffffffffff")
  }

  @Test func `a script without statements has the checksum of nothing`() throws {
    #expect(try checksum("[]").value == 0xEF46_DB37_51D8_E999)
  }

  @Test(arguments: [
    ("sql_update_2.json", #"["CREATE TABLE a(b TEXT)", "INSERT INTO a VALUES('x')"]"#),
    ("sql_update_2.json", #"[["CREATE TABLE a(", "  b TEXT)"], "INSERT INTO a VALUES ( 'x' );"]"#),
    (
      "sql_update_2.json",
      #"{"statements": [{"sql": "CREATE TABLE a(b TEXT);;", "note": "n"}, ";", "INSERT/*c*/INTO a VALUES('x') -- end"]}"#
    ),
    (
      "sql_update_2.sql", "-- description: a\n\nCREATE TABLE a(b TEXT);\nINSERT INTO a VALUES('x');"
    ),
    ("sql_update_2.sql", "CREATE TABLE a(b TEXT);INSERT INTO a VALUES('x')"),
    (
      "sql_update_2.plist",
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><array><string>CREATE TABLE a(b TEXT)</string>\n<string>INSERT INTO a VALUES('&#x78;')</string></array></plist>"
    ),
  ])
  func `scripts with the same tokens have the same checksum`(name: String, text: String) throws {
    let plain = try checksum(#"["CREATE TABLE a(b TEXT)","INSERT INTO a VALUES('x')"]"#)
    #expect(try checksum(text, name: name) == plain)
  }

  @Test(arguments: [
    #"["CREATE TABLE a(b TEXT)","INSERT INTO a VALUES('y')"]"#,
    #"["CREATE TABLE a(b TEXT)","INSERT INTO a VALUES(' x')"]"#,
    #"["INSERT INTO a VALUES('x')","CREATE TABLE a(b TEXT)"]"#,
    #"["CREATE TABLE a(b TEXT)"]"#,
    #"["CREATE TABLEa (b TEXT)","INSERT INTO a VALUES('x')"]"#,
    #"["CREATE TABLE a(b TEXT)",{"sql":"INSERT INTO a VALUES('x')","onlyIf":"SELECT 1"}]"#,
    #"{"statements":["CREATE TABLE a(b TEXT)","INSERT INTO a VALUES('x')"],"transaction":false}"#,
    #"{"statements":["CREATE TABLE a(b TEXT)","INSERT INTO a VALUES('x')"],"verify":["SELECT 1"]}"#,
    #"{"statements":["CREATE TABLE a(b TEXT)","INSERT INTO a VALUES('x')"],"foreignKeys":"unchecked"}"#,
  ])
  func `a change that SQLite can notice changes the checksum`(text: String) throws {
    let plain = try checksum(#"["CREATE TABLE a(b TEXT)","INSERT INTO a VALUES('x')"]"#)
    #expect(try checksum(text) != plain)
  }

  @Test func `the checksum is the hash of all tokens, however statements begin`() throws {
    var random = FixedGenerator(state: 11)
    let parts = [
      "INSERT INTO a (b) VALUES (", "INSERT INTO a VALUES(", "INSERT INTO a VALUES (", "(", "x (",
      "'(' (", "$a(b", "[(] (", ")", "1", ", (2", "'it''s'", "x'00'", " ", "\n", "-- (\n", "/*(*/",
      "a\u{0B}", " \u{0B} ", "\"q\"(", ";", "; ", ";\n",
    ]
    for _ in 0..<2000 {
      let lines = (0..<(random.next() % 40)).map { _ -> String in
        let rest = (0..<(random.next() % 6)).compactMap { _ in parts.randomElement(using: &random) }
        return (random.next() % 4 == 0 ? "" : parts[Int(random.next() % 3)]) + rest.joined()
      }
      let text = "SELECT 1;" + lines.joined(separator: ";\n")
      #expect(try checksum(text, name: "sql_update_2.sql").value == reference(text), "\(text)")
    }
  }

  @Test func `long texts and many statements are hashed in pieces`() throws {
    for length in [16_000, 16_380, 16_383, 16_384, 16_385, 40_000] {
      let insert = "INSERT INTO a VALUES ('\(String(repeating: "x", count: length))')"
      let text = Array(repeating: insert + ";INSERT INTO a VALUES (1)", count: 5)
        .joined(separator: ";\n")
      #expect(try checksum(text, name: "sql_update_2.sql").value == reference(text))
    }
    for count in 700..<720 {
      let text = (0..<count).map { "INSERT INTO a VALUES (\($0))" }.joined(separator: ";\n")
      #expect(try checksum(text, name: "sql_update_2.sql").value == reference(text))
    }
  }

  /// The checksum computed from all tokens at once.
  private func reference(_ text: String) -> UInt64 {
    var canonical: [UInt8] = []
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = SQLScanner(buffer)
      var isAfterSemicolon = true
      while let token = scanner.next() {
        if token.isTrivia || token.kind == .semicolon && isAfterSemicolon { continue }
        isAfterSemicolon = token.kind == .semicolon
        canonical += Array(bytes[token.range]) + [0]
      }
      if !isAfterSemicolon { canonical += [UInt8(ascii: ";"), 0] }
    }
    var hash = XXH64()
    canonical.withUnsafeBufferPointer { hash.update($0) }
    return hash.finish()
  }
}

private func checksum(_ text: String, name: String = "sql_update_2.json") throws -> Checksum {
  Checksum(of: try script(text, name: name))
}

/// A script that must be without errors.
func script(_ text: String, name: String = "sql_update_2.json") throws -> Script {
  let (script, diagnostics) = try read(text, name: name)
  #expect(diagnostics.filter { $0.severity == .error } == [])
  return try #require(script)
}

func read(
  _ text: String, name: String = "sql_update_2.json"
) throws -> (script: Script?, diagnostics: [Diagnostic]) {
  let bundle = ScriptBundle(scripts: [.file(named: name, text: text)])
  let (script, diagnostics) = try bundle.read(
    try #require(bundle.defaultScript ?? bundle.updates.first))
  return (script, diagnostics.advised())
}
