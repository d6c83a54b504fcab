import Foundation
import TestSupport
import Testing

/// Reading, validating and failing take work in proportion to the input: instructions of a debug build, counted
/// by cachegrind, which are the same on a busy and on an idle machine. Counting takes fifty times as long as running,
/// so the processor time is measured first, and what is clearly in proportion is not counted.
@Suite(
  .enabled(if: Counting.isPossible, "counting instructions needs Linux, valgrind and objcopy"))
struct ProportionalCostTests {
  @Test func `four times larger property lists with mistakes take about four times the work`()
    throws
  {
    try compare { size in
      let many = { (text: String) in repeated(text, size) }
      let attributes = numbered(size) { "a\($0)=\"\" " }
      let insides = [
        "<string \(attributes)>SELECT 1</string>", many("<string<string>"), many("& "), many("< "),
        many("<string>&amp;&#0000000065;</string>"), many("<!-- a -->"), many("<![CDATA["),
        many("</a>"), many("<array>"), many("<b>"), many("<string/>"), many("<integer>1</integer>"),
        "<string>\(many("&quot;a"))</string>", "<string>&#\(many("0"))65;</string>",
      ]
      return insides.map { ("plist", "<plist><array>\($0)</array></plist>") }
    }
  }

  @Test func `four times larger JSON with mistakes takes about four times the work`() throws {
    try compare { size in
      let many = { (text: String) in repeated(text, size) }
      let insides = [
        many("// a\n"), many("/* a */"), many("#\n"), many("\"a\", // b\n"), many("\"\"\"\"a\\"),
        many("'a',"), many("\"a\n\","), many("\"a\" b "), many("“a”,"), many("["), many("\"\","),
        many("1,"), many("[\"SELECT 1\",1],"), "\"\(many("\\n"))\"", "\"\(many("\n"))\"",
        "\"\(many("\u{1}"))\"", many("\u{0}"),
      ]
      let keys = [numbered(size) { "\"k\($0)\":1," }, many("\"k\":1,")]
      return insides.map { ("json", "[\($0)]") } + keys.map { ("json", "{\($0)}") }
    }
  }

  @Test func `four times as many statements and comments take about four times the work`() throws {
    try compare { size in
      let ignored = numbered(size / 4) { "\"rule-\($0)\":\"x\"," }.dropLast()
      return [
        ("json", "[{\"sql\":\"CREATE TABLE a (b)\",\"ignore\":{\(ignored)}}]"),
        (
          "sql",
          repeated("/* sqlscripts: ignore[delete-without-where] x */ DELETE FROM a;\n", size)
            + repeated("-- b\n", size) + repeated(";", size)
        ),
        ("sql", "INSERT INTO a VALUES " + numbered(size) { "(\($0))," }.dropLast() + ";"),
      ]
    }
  }

  @Test func `four times as many statements with a condition take about four times the work`()
    throws
  {
    try compare { size in
      let items = [
        #"{"onlyIf":"SELECT 0","sql":"DELETE FROM a"},"#,
        #"{"onlyIf":"SELECT 0 FROM a","sql":"ALTER TABLE a ADD c CHECK (c > 1) NOT NULL"},"#,
        #"{"onlyIf":"SELECT 1","sql":"INSERT INTO a VALUES (1)"},"#,
        #"{"onlyIf":"SELECT b = ? FROM a","sql":"CREATE TABLE t (a, a)"},"#,
      ]
      return [("json", "[\"CREATE TABLE a (b)\"]")]
        + items.map { ("json", "[\(repeated($0, size).dropLast())]") }
    }
  }

  @Test
  func `formatting and converting four times as many statements takes about four times the work`()
    throws
  {
    for command in ["format --check", "convert --to json --check"] {
      try compare(command) { size in
        [
          ("sql", repeated("SELECT 1;", size)), ("sql", repeated("nonsense\n;\n\n", size)),
          ("sql", repeated("SELECT 1 -- a\n; -- b\n", size)),
          ("sql", repeated("-- version: 1\n", size) + "SELECT 1;"),
        ]
      }
    }
  }

  @Test
  func `four times as many tables, columns, views and triggers take about four times the work`()
    throws
  {
    try compare { size in
      [
        ("sql", "CREATE TABLE a (b);"),
        ("sql", "CREATE TABLE c (" + numbered(size) { "c\($0)," } + "z);"),
        (
          "sql",
          numbered(size) {
            "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, r INTEGER REFERENCES t\($0) (id));\n"
          }
        ),
        ("sql", numbered(size) { "CREATE VIEW v\($0) AS SELECT b FROM a;\n" }),
        (
          "sql",
          numbered(size) {
            "CREATE TRIGGER g\($0) AFTER INSERT ON a BEGIN DELETE FROM a WHERE b = 1; END;\n"
          }
        ),
      ]
    }
  }

  /// Each version has the rows of all versions before it. Reading them all each time would take N² steps.
  @Test(arguments: ["convert --to json --check", "format --check"])
  func `proving four times as many updates takes about four times the work`(_ command: String)
    throws
  {
    try compare(command, [6, 24, 96]) { size in
      let rows = (1...50).map { "('a\($0)')" }.joined(separator: ", ")
      let table = ("sql", "CREATE TABLE a (b);\n\n\n")
      return [table] + (2...size).map { _ in ("sql", "\n\nINSERT INTO a VALUES \(rows);\n") }
    }
  }

  @Test(
    arguments: [
      { "CREATE INDEX i\($0) ON a (b);\n" },
      { "ALTER TABLE t\($0) RENAME TO t\($0 + 1);\n" },
    ] as [@Sendable (Int) -> String])
  func `four times as many changes of one table take about four times the work`(
    _ text: @Sendable (Int) -> String
  ) throws {
    try compare { size in
      [("sql", "CREATE TABLE a (b); CREATE TABLE t0 (b);"), ("sql", numbered(size, text))]
    }
  }

  /// Runs a command on bundles of three sizes, each four times the previous one: by default on files of about
  /// `size` bytes each.
  private func compare(
    _ command: String = "validate --format concise",
    _ sizes: [Int] = ProportionalCostTests.usualSizes,
    _ files: (_ size: Int) -> [(ending: String, text: String)]
  ) throws {
    let box = try Sandbox()
    defer { box.remove() }
    for size in sizes {
      for (index, file) in files(size).enumerated() {
        let name = index == 0 ? "sql_default" : "sql_update_\(index + 1)"
        try box.write(file.text, to: "\(size)/\(name).\(file.ending)")
      }
    }
    let times = try sizes.map { size in
      try (1...5).map { _ in try milliseconds("sqlscripts \(command) --scripts \(size)", in: box) }
        .min() ?? 0
    }
    guard growth(of: times) >= 4.5 else { return }
    // Without its symbols, valgrind starts in half the time. It cannot read Swift's debugging information.
    #expect(try box.run("objcopy --strip-all \"$(command -v sqlscripts)\" program").status == 0)
    let counts = try sizes.map { try instructions("./program \(command) --scripts \($0)", in: box) }
    #expect(growth(of: counts) < 6, "\(counts)")
  }

  /// All numbers include the fixed cost of a process. Linear work gives a factor of 4, and quadratic work 16. If there
  /// is no growth to divide by, the factor is infinite.
  private func growth(of numbers: [Int]) -> Double {
    let (first, second) = (numbers[1] - numbers[0], numbers[2] - numbers[1])
    return first > 0 ? Double(second) / Double(first) : .infinity
  }

  private func milliseconds(_ command: String, in box: Sandbox) throws -> Int {
    let script = "TIMEFORMAT=%3U; time \(command) >output 2>&1"
    let seconds = try box.run("bash -c '\(script)'").stderr
    return try #require(Int(seconds.filter(\.isNumber)), "\(seconds)")
  }

  private func instructions(_ command: String, in box: Sandbox) throws -> Int {
    _ = try box.run(
      """
      valgrind --quiet --tool=cachegrind --cache-sim=no --cachegrind-out-file=counts \
      \(command)
      """)
    let summary = try box.run("sed -n 's/^summary: //p' counts").stdout
    return try #require(Int(summary.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  private static var usualSizes: [Int] {
    Sweep.isComplete ? [500, 2000, 8000] : [200, 800, 3200]
  }

  private func repeated(_ text: String, _ size: Int) -> String {
    String(repeating: text, count: size / text.utf8.count)
  }

  private func numbered(_ size: Int, _ text: (Int) -> String) -> String {
    var result = ""
    var number = 0
    while result.utf8.count < size {
      result += text(number)
      number += 1
    }
    return result
  }
}

private enum Counting {
  static var isPossible: Bool {
    #if os(Linux) && arch(x86_64) && DEBUG
      return ["/usr/bin/valgrind", "/usr/bin/objcopy", "/bin/bash"]
        .allSatisfy(FileManager.default.isExecutableFile)
        && ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil
    #else
      return false
    #endif
  }
}
