import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation
import Testing

/// Whatever is broken, a correction never makes it worse.
struct FixerRandomTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ (state >> 29)) &* 0x9E37_79B9_7F4A_7C15
    }
  }

  private static let statements = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER DEFAULT 0)",
    "INSERT INTO user (name, age) VALUES ('Tom & \"Jerry\"', 3)",
    "UPDATE user SET age = 5 WHERE age < 4 AND name <> 'é，“x”'",
    "DELETE FROM user WHERE id = 7",
  ]

  private static let sound: [String: String] = [
    "json": "[\r\n  "
      + statements.map { "\"\(JSONText.escaped($0))\"" }.joined(separator: ",\r\n  ") + "\r\n]\r\n",
    "plist": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<array>\n"
      + statements.map { text in
        let escaped = text.map { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : "\($0)" }.joined()
        return "  <string>\(escaped)</string>\n"
      }.joined() + "</array>\n</plist>\n",
    "sql": statements.joined(separator: ";\n") + ";\n",
  ]

  /// Typical mistakes in editing a file: leave out, double, swap, and type characters that look the same.
  private func broken(_ text: String, _ generator: inout Generator) -> [UInt8] {
    var characters = Array(text.unicodeScalars)
    let strange = Array("“”‘’，：；（）&<>\"'\\,\n\r\t/#[]{}\u{A0}\u{200B}\u{FEFF}é".unicodeScalars)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let at = Int.random(in: 0..<characters.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: characters.remove(at: at)
      case 1: characters.insert(characters[at], at: at)
      case 2: characters.insert(strange.randomElement(using: &generator) ?? "x", at: at)
      default: characters[at] = strange.randomElement(using: &generator) ?? "x"
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters)
    return Array(String(text).utf8)
  }

  private func errors(_ validation: Validation, in name: String) -> Int {
    validation.diagnostics.count { $0.severity == .error && $0.span.file.name == name }
  }

  @Test(arguments: ["json", "plist", "sql"], 0..<2)
  func `a broken file is improved or unchanged, and a second run changes nothing`(
    format: String, seed: Int
  ) throws {
    var generator = Generator(state: UInt64(seed) &* 7919 &+ UInt64(format.count))
    let text = try #require(Self.sound[format])
    for _ in 0..<10 {
      let bytes = broken(text, &generator)
      let other = InMemoryScript.update(2, ["ALTER TABLE user ADD COLUMN nick TEXT"])
      let name = "sql_default.\(format)"
      let bundle = ScriptBundle(scripts: [.file(named: name, bytes: bytes), other])
      let outcome = Fixer(bundle).run()
      let shown: Comment = "\(String(decoding: bytes, as: UTF8.self))"
      #expect(outcome.corrections.allSatisfy { $0.file.name == name }, shown)
      guard let correction = outcome.corrections.first else { continue }
      let file = try #require(bundle.defaultScript)
      let before = try bundle.read(file)
      let after = try bundle.read(file.with(correction.after))
      let counts = [before, after].map { $0.diagnostics.count { $0.severity == .error } }
      // A file that declares another encoding was not read at all.
      let wasRead = !before.diagnostics.contains { $0.id == "not-utf8" }
      #expect(counts[1] <= counts[0] || !wasRead, shown)
      if counts[0] == 0 {
        let judged = Validator(ScriptLibrary(bundle)).validate()
        #expect(errors(outcome.validation, in: name) <= errors(judged, in: name), shown)
      }
      let again = Fixer(bundle.replacing([name: correction.after])).run()
      #expect(again.corrections.isEmpty, shown)
    }
  }

  /// Typical changes that word processors, web pages and input methods make to SQL.
  private static let lookalikes: [Unicode.Scalar: [Unicode.Scalar]] = [
    ",": ["，", "、"], "(": ["（"], ")": ["）"], "=": ["＝"], " ": ["\u{A0}", "\u{3000}", "\u{200B}"],
    "'": ["‘", "’", "“", "”"], ";": ["；"], "<": ["＜"],
  ]

  @Test(arguments: ["json", "plist", "sql"], 0..<2)
  func `characters that look like others are corrected without a new error`(
    format: String, seed: Int
  ) throws {
    var generator = Generator(state: UInt64(seed) &* 104_729 &+ UInt64(format.count))
    let text = try #require(Self.sound[format])
    var correctedCount = 0
    for _ in 0..<12 {
      var scalars = Array(text.unicodeScalars)
      // Not in the header of a property list.
      let places = scalars.indices.filter {
        $0 > text.count / 3 && Self.lookalikes[scalars[$0]] != nil
      }
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        guard let place = places.randomElement(using: &generator) else { continue }
        let wrong = Self.lookalikes[scalars[place]]?.randomElement(using: &generator)
        scalars[place] = wrong ?? scalars[place]
      }
      var wrong = String.UnicodeScalarView()
      wrong.append(contentsOf: scalars)
      let name = "sql_default.\(format)"
      let bundle = ScriptBundle(scripts: [.file(named: name, text: String(wrong))])
      let judged = Validator(ScriptLibrary(bundle)).validate()
      let outcome = Fixer(bundle).run()
      let shown: Comment = "\(String(wrong))"
      let count = { (validation: Validation, id: String) in
        validation.diagnostics.count { $0.severity == .error && $0.id == id }
      }
      for finding in outcome.validation.diagnostics where finding.severity == .error {
        // A file that could not be read was not validated before.
        guard judged.diagnostics.allSatisfy({ !$0.id.hasPrefix(format) }) else { continue }
        #expect(count(outcome.validation, finding.id) <= count(judged, finding.id), shown)
      }
      guard let correction = outcome.corrections.first else { continue }
      correctedCount += 1
      let again = Fixer(bundle.replacing([name: correction.after])).run()
      #expect(again.corrections.isEmpty, shown)
    }
    #expect(correctedCount > 2)
  }

  @Test(arguments: ["json", "plist", "sql"])
  func `a valid file is not changed`(format: String) throws {
    let text = try #require(Self.sound[format])
    let bundle = ScriptBundle(scripts: [.file(named: "sql_default.\(format)", text: text)])
    let outcome = Fixer(bundle).run()
    #expect(outcome.corrections.isEmpty)
    #expect(outcome.validation.count(of: .error) == 0)
  }
}
