import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

/// Generates correct bundles, and makes typical mistakes in them.
struct SlipGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    // Not the number that `next` adds: the sequences of neighboring seeds would be the same, shifted by one step.
    state = seed &* 0xD1B5_4A32_D192_ED03 &+ 1
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value &>> 31
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  // MARK: Bundles

  private static let words = [
    "O'Brien", "l'eau", "it's", "rock 'n' roll", "the boys' room", "a, b", "x (y)", "dear", "cheap",
    "50% AND more", "", "é，“q”", "C:\\x", "a;b", "-- no", "say \"hi\"", "d'or", "l'air", "none",
    "ELSE",
    "we don't, they can't", "1'2\"", "end", "Tom & Jerry", "a < b", "n/a", "(it's)", "'quoted'",
  ]

  private mutating func text() -> String {
    "'" + pick(Self.words).replacing("'", with: "''") + "'"
  }

  private mutating func number() -> String { "\(Int.random(in: 0...40, using: &self))" }

  private static let schema = [
    "CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'it''s', kind TEXT, price REAL DEFAULT 0, note TEXT CHECK (note <> 'x''y'))",
    "CREATE TABLE q (code TEXT, desk TEXT, n INTEGER NOT NULL, UNIQUE (code, desk, n))",
    "CREATE TABLE r (name TEXT PRIMARY KEY, asc_no INTEGER) WITHOUT ROWID",
    "CREATE INDEX q_desk ON q (desk, n DESC)",
    "CREATE INDEX p_kind ON p (kind) WHERE kind <> 'l''eau'",
    "CREATE VIEW dear AS SELECT id, CASE WHEN price > 10 THEN 'dear' ELSE 'it''s cheap' END AS how FROM p",
    "CREATE TRIGGER p_note AFTER INSERT ON p WHEN new.kind = 'don''t' BEGIN UPDATE p SET note = 'it''s new', price = 1 WHERE id = new.id; INSERT INTO q (code, desk, n) VALUES ('o''clock', 'x', new.id); END",
    "INSERT INTO p (name, kind, price) VALUES ('Ada', 'it''s', 3), ('Bob', 'b', 12.5), ('O''Neil', 'don''t', 20)",
    "INSERT INTO q (code, desk, n) VALUES ('l''eau', 'b', 1), ('l''air', 'd', 2)",
    "INSERT INTO r VALUES ('x', 1), ('y', NULL)",
  ]

  private mutating func statement() -> String {
    switch Int.random(in: 0..<17, using: &self) {
    case 0: return "UPDATE p SET name = \(text()) WHERE kind = \(text())"
    case 1:
      return "INSERT INTO p (name, kind) VALUES (\(text()), \(text())), (\(text()), \(text()))"
    case 2:
      return
        "UPDATE p SET kind = CASE WHEN price > \(number()) THEN \(text()) ELSE \(text()) END WHERE id < \(number())"
    case 3: return "DELETE FROM p WHERE kind IN (\(text()), \(text())) AND price >= \(number())"
    case 4:
      return
        "INSERT INTO q (code, desk, n) SELECT name, \(text()), id + 100 FROM p WHERE name <> \(text())"
    case 5: return "UPDATE q SET desk = desk || \(text()), n = n - 1 WHERE code LIKE \(text())"
    case 6:
      return
        "ALTER TABLE q ADD COLUMN extra_\(number())_\(number()) TEXT NOT NULL DEFAULT \(text())"
    case 7:
      return
        "CREATE TABLE t\(number())_\(number()) (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL DEFAULT \(text()), n INTEGER CHECK (n IN (1, 2, \(number()))))"
    case 8:
      return
        "INSERT INTO q VALUES (\(text()), \(text()), \(Int.random(in: 200...900, using: &self)))"
    case 9: return "CREATE INDEX i\(number())_\(number()) ON p (name, price DESC)"
    case 10:
      return
        "CREATE VIEW v\(number())_\(number()) AS SELECT name, kind FROM p WHERE kind = \(text()) ORDER BY name ASC, price DESC"
    case 11:
      return
        "UPDATE p SET price = price * 2, note = \(text()) WHERE name = \(text()) OR id = \(number())"
    case 12: return "INSERT OR IGNORE INTO r (name, asc_no) VALUES (\(text()), \(number()))"
    case 13:
      return
        "UPDATE p SET note = \(text()), kind = \(text()), name = name || \(text()) WHERE price BETWEEN 1 AND \(number())"
    case 14: return "DELETE FROM q WHERE desk = \(text()) OR n NOT IN (SELECT id FROM p)"
    case 15: return "UPDATE p SET note = replace(name, \(text()), \(text())) WHERE kind IS NOT NULL"
    default: return "REPLACE INTO r (name, asc_no) VALUES (\(text()), 1), (\(text()), 2)"
    }
  }

  /// The statements of a default script and of two or three updates.
  mutating func bundle() -> [[String]] {
    var scripts = [Self.schema]
    for _ in 0..<Int.random(in: 1...2, using: &self) {
      var statements: [String] = []
      for _ in 0..<Int.random(in: 1...4, using: &self) { statements.append(statement()) }
      scripts.append(statements)
    }
    return scripts
  }

  // MARK: Files

  enum Form: CaseIterable {
    case sql, json, plist, dictionary

    var format: String {
      switch self {
      case .sql: "sql"
      case .json, .dictionary: "json"
      case .plist: "plist"
      }
    }

    func file(_ statements: [String]) -> String {
      switch self {
      case .sql: return statements.map { $0 + ";\n" }.joined()
      case .json: return "[\n" + items(statements, "  ") + "\n]\n"
      case .dictionary:
        return "{\n  \"description\": \"it's\",\n  \"statements\": [\n" + items(statements, "    ")
          + "\n  ]\n}\n"
      case .plist:
        let strings = statements.map { text in
          let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
          return "  <string>\(escaped.replacing(">", with: "&gt;"))</string>\n"
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<array>\n"
          + strings.joined() + "</array>\n</plist>\n"
      }
    }

    private func items(_ statements: [String], _ indent: String) -> String {
      statements.map { "\(indent)\"\(JSONText.escaped($0))\"" }.joined(separator: ",\n")
    }
  }

  mutating func form() -> Form { pick(Form.allCases) }

  // MARK: Mistakes

  /// A change of one statement or of one file.
  struct Slip {
    var script: Int
    /// Nil for a mistake outside the statements.
    var statement: Int?
    /// The changed text: the number of scalars before the change, the number removed, and their replacement.
    var place: Int
    var count: Int
    var new: String

    /// An apostrophe that is typed into a text may be intended. Then it should have been doubled.
    var meant: Slip? {
      guard statement != nil, count == 0, new == "'" else { return nil }
      var slip = self
      slip.new = "''"
      return slip
    }

    func applied(to text: String) -> String {
      var scalars = Array(text.unicodeScalars)
      guard place + count <= scalars.count else { return text }
      scalars.replaceSubrange(place..<place + count, with: Array(new.unicodeScalars))
      var result = String.UnicodeScalarView()
      result.append(contentsOf: scalars)
      return String(result)
    }
  }

  mutating func slip(in bundle: [[String]], _ form: Form) -> Slip? {
    let script = pick(Array(bundle.indices.dropFirst()) + [0])
    if form != .sql, Int.random(in: 0..<5, using: &self) == 0 {
      return fileSlip(script, form.file(bundle[script]))
    }
    let statement = Int.random(in: 0..<bundle[script].count, using: &self)
    let text = Array(bundle[script][statement].unicodeScalars)
    guard let (place, count, new) = change(text) else { return nil }
    return Slip(script: script, statement: statement, place: place, count: count, new: new)
  }

  private mutating func fileSlip(_ script: Int, _ text: String) -> Slip? {
    let scalars = Array(text.unicodeScalars)
    let signs = Array("[]{}<>,:\"/".unicodeScalars)
    let places = scalars.indices.filter { signs.contains(scalars[$0]) }
    guard !places.isEmpty else { return nil }
    let place = pick(places)
    let other: String? =
      switch scalars[place] {
      case ",": pick(["", ",,", "，", ";"])
      case "\"": pick(["", "“", "'"])
      case ":": pick(["", "："])
      default: ""
      }
    return other.map { Slip(script: script, statement: nil, place: place, count: 1, new: $0) }
  }

  /// The strings of a statement, including quotes.
  private func literals(_ text: [Unicode.Scalar]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for index in text.indices where text[index] == "'" {
      if let open = start {
        found.append(open..<index + 1)
        start = nil
      } else {
        start = index
      }
    }
    return found
  }

  private mutating func change(_ text: [Unicode.Scalar]) -> (Int, Int, String)? {
    let quotes = text.indices.filter { text[$0] == "'" }
    let find = { (scalar: Unicode.Scalar) in text.indices.filter { text[$0] == scalar } }
    switch Int.random(in: 0..<16, using: &self) {
    case 12:
      // Both quotes of a string, which may be a name.
      guard let range = literals(text).randomElement(using: &self) else { return nil }
      let pair = pick(["‘’", "“”", "„“", "´´", "``", "\"\"", "''''"]).map(String.init)
      let inside = text[range].dropFirst().dropLast().map(String.init).joined()
      let half = pair.count / 2
      return (
        range.lowerBound, range.count,
        pair[..<half].joined() + inside + pair[half...].joined()
      )
    case 13, 14:
      // A name, a lowercase keyword, or a string.
      let letters = text.indices.filter { text[$0].properties.isLowercase && $0 + 1 < text.count }
      guard !letters.isEmpty else { return nil }
      let place = pick(letters)
      let (first, second) = ("\(text[place])", "\(text[place + 1])")
      switch Int.random(in: 0..<4, using: &self) {
      case 0: return (place, 1, "")
      case 1: return (place, 1, first + first)
      case 2: return (place, 1, pick(["e", "n", "x", "1"]))
      default: return (place, 2, second + first)
      }
    case 15:
      let signs = text.indices.filter { !text[$0].properties.isAlphabetic && text[$0].isASCII }
      return signs.isEmpty ? nil : (pick(signs), 1, pick(["", " ", ";", "\\", "/", "--"]))
    case 0, 1:
      let doubled = quotes.filter { quotes.contains($0 + 1) }
      guard !doubled.isEmpty else { return nil }
      return (pick(doubled), 2, pick(["'", "'", "'", "\\'"]))
    case 2, 3: return quotes.isEmpty ? nil : (pick(quotes), 1, "")
    case 4: return quotes.isEmpty ? nil : (pick(quotes), 1, pick(["‘", "’", "“", "”", "`", "\""]))
    case 5:
      // An apostrophe that is typed into a text.
      guard !text.isEmpty else { return nil }
      return (Int.random(in: 0..<text.count, using: &self), 0, "'")
    case 6:
      let commas = find(",")
      return commas.isEmpty ? nil : (pick(commas), 1, pick(["", ",,", "，", ";", "."]))
    case 7:
      let ends = find(")")
      return ends.isEmpty ? nil : (pick(ends), 1, pick(["", "))", ",)", "）"]))
    case 8:
      let open = find("(")
      return open.isEmpty ? nil : (pick(open), 1, pick(["", "((", "（"]))
    case 9:
      let blanks = find(" ")
      return blanks.isEmpty
        ? nil : (pick(blanks), 1, pick(["\u{A0}", "\u{3000}", "", " \u{200B}"]))
    case 10:
      let equals = find("=")
      return equals.isEmpty ? nil : (pick(equals), 1, pick(["＝", "==", ""]))
    default:
      let letters = text.indices.filter {
        text[$0].properties.isUppercase && text[$0].isASCII && $0 + 1 < text.count
      }
      guard !letters.isEmpty else { return nil }
      let place = pick(letters)
      let (first, second) = ("\(text[place])", "\(text[place + 1])")
      switch Int.random(in: 0..<3, using: &self) {
      case 0: return (place, 1, "")
      case 1: return (place, 1, first + first)
      default: return (place, 2, second + first)
      }
    }
  }
}
