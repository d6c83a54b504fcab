import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Findings about the files of a bundle.
@Suite struct BundleFileTests {
  private func found(_ scripts: InMemoryScript..., settings: String? = nil) -> [String] {
    let bundle = ScriptBundle(scripts: scripts, settings: settings.map { Array($0.utf8) })
    return Validator(ScriptLibrary(bundle)).validate().diagnostics.map { finding in
      let help = finding.help.map { " | \($0)" } ?? ""
      return
        "\(finding.severity)[\(finding.id)] \(finding.span.place) \(finding.message)\(help)"
    }
  }

  private static let table = "CREATE TABLE user (id INTEGER PRIMARY KEY);"
  private static let list = "<plist><array>\n<string>SELECT id FROM user</string>\n</array></plist>"

  @Test func `the first file with another format than the rest is reported`() {
    #expect(
      found(
        .file(named: "sql_default.sql", text: Self.table),
        .file(named: "sql_update_2.plist", text: "<?xml version=\"1.0\"?><plist><array/></plist>"),
        .file(named: "sql_update_3.json", text: "[]"),
        .file(named: "sql_update_4.json", text: "[]"),
        settings: #"{ "rules": { "empty-script": "off" } }"#) == [
          "info[both-formats-mixed] sql_update_3.json the script has the format .json, but sql_update_2.plist has the format .plist | Convert all scripts to one format with: sqlscripts convert --to plist"
        ])
    #expect(
      found(
        .file(named: "sql_default.json", text: "[]"),
        .file(named: "sql_update_2.plist", text: "<?xml version=\"1.0\"?><plist><array/></plist>"),
        settings: #"{ "rules": { "empty-script": "off", "both-formats-mixed": "off" } }"#) == [])
  }

  @Test func `mixed line endings are one finding, at the first different one`() {
    #expect(
      found(.file(named: "sql_default.sql", text: "\(Self.table)\r\n-- a\r\n-- b\n")) == [
        "info[line-endings] sql_default.sql:3:5 the ending of this line differs from most lines of the file | Save the file with one kind of line ending."
      ])
    for text in ["\(Self.table)\r\n-- a\r\n", "\(Self.table)\n-- a\n", Self.table] {
      #expect(found(.file(named: "sql_default.sql", text: text)) == [])
    }
  }

  @Test
  func `a property list without a header is one finding, and the fix uses its line endings`()
    throws
  {
    for (end, count) in [("\n", 1), ("\r\n", 1), ("\n", 0)] {
      let header = count == 0 ? #"<?xml version="1.0"?>"# + end : ""
      let text = "\(header)<plist><array>\(end)<string>\(Self.table)</string>\(end)</array></plist>"
      let bundle = ScriptBundle(scripts: [.file(named: "sql_default.plist", text: text)])
      let found = Validator(ScriptLibrary(bundle)).validate().diagnostics
      #expect(
        found.map { "\($0.severity)[\($0.id)] \($0.span.place)" }
          == Array(repeating: "info[plist-missing-header] sql_default.plist:1:1", count: count))
      guard count > 0 else { continue }
      let edit = try #require(found.first?.fixIt?.edits.first)
      #expect(edit.replacement == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\(end)")
    }
    #expect(
      found(
        .file(named: "sql_default.plist", text: "<plist><array/></plist>"),
        settings: #"{ "rules": { "empty-script": "off", "plist-missing-header": "off" } }"#) == [])
  }

  @Test func `a binary property list is reported, and it runs`() {
    // An empty list: header, object, offset table, trailer.
    let bytes: [UInt8] =
      Array("bplist00".utf8) + [0xA0, 0x08] + [0, 0, 0, 0, 0, 0, 1, 1]
      + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 9]
    #expect(
      found(.file(named: "sql_default.plist", bytes: bytes)) == [
        "warning[binary-plist] sql_default.plist binary property list: it cannot be read or compared as a source file | Convert it to XML with: plutil -convert xml1 sql_default.plist"
      ])
  }

  @Test func `a wrong file extension is one finding`() {
    let cases = [
      ("sql_default.plist", "[\"SELECT 1\"]", "sql_default.json"),
      ("sql_default.plist", "{ \"statements\": [] }", "sql_default.json"),
      ("sql_default.plist", "\u{FEFF}CREATE TABLE a (b);", "sql_default.sql"),
      ("sql_default.json", "<?xml version=\"1.0\"?>\n\(Self.list)", "sql_default.plist"),
      ("sql_default.json", "ALTER TABLE user ADD a", "sql_default.sql"),
      ("sql_default.sql", "[]", "sql_default.json"),
      ("sql_default.sql", "\n\n\(Self.list)", "sql_default.plist"),
    ]
    for (name, text, better) in cases {
      let found = found(.file(named: name, text: text))
      #expect(found.count == 1, "\(found)")
      #expect(found.first?.hasPrefix("error[ending-does-not-fit-contents] \(name):") == true)
      #expect(found.first?.hasSuffix("Rename it to “\(better)”.") == true)
    }
  }

  @Test(arguments: [
    ("sql_default.plist", "{ \"a\" = \"b\"; }"), ("sql_default.plist", "( \"a\" )"),
    ("sql_default.json", "selected"), ("sql_default.json", "{"), ("sql_default.json", "\"a\""),
    ("sql_default.sql", "[a"), ("sql_default.sql", "{"), ("sql_default.sql", "-- <plist>"),
    ("sql_default.sql", ""), ("sql_default.json", "-- CREATE TABLE a (b)"),
  ])
  func `a file that only begins like another format keeps its own finding`(
    name: String, text: String
  ) {
    let found = found(.file(named: name, text: text))
    #expect(!found.contains { $0.contains("ending-does-not-fit-contents") })
  }

  @Test
  func
    `an update below the default script is reported unless the updates alone create the database`()
  {
    let update = InMemoryScript.file(
      named: "sql_update_1.sql", text: "ALTER TABLE user ADD COLUMN age INTEGER;")
    #expect(
      found(.file(named: "sql_default.sql", text: Self.table), update) == [
        "warning[update-below-default] sql_update_1.sql sql_update_1.sql never runs for a new database, because sql_default.sql already creates version 1 | Number the updates from 2."
      ])
    #expect(
      found(
        .file(named: "sql_default.sql", text: Self.table),
        .file(named: "sql_update_1.sql", text: Self.table)) == [])
  }

  @Test func `a merge conflict is one finding for each place, whatever its lines contain`() {
    let text = """
      <<<<<<< HEAD
      CREATE TABLE a (b);
      ||||||| base
      =======
      CREATE TABLE b (c);
      >>>>>>> feature
      CREATE TABLE c (d);
      <<<<<<< HEAD
      =======
      CREATE TABLE d (e);
      >>>>>>> feature

      """
    #expect(
      found(.file(named: "sql_default.sql", text: text)).map { $0.prefix(40) } == [
        "error[merge-conflict] sql_default.sql:1:", "error[merge-conflict] sql_default.sql:8:",
      ])
    let remark = "-- =======\n-- >>>>>>> x\n/*\n=======\n>>>>>>> x\n<<<<<<< x\n*/\n\(Self.table)"
    #expect(found(.file(named: "sql_default.sql", text: remark)) == [])
  }
}
