import SQLScriptsAuthoring
import SQLScriptsFiles
import Testing

/// Several statements that get other texts in one change.
struct ReplacingAtOnceTests {
  private static let files = [
    EditedFile(.json, #"["/* a */ SELECT 1", {"sql": "SELECT \u0032", "note": "n"}, "SELECT 3"]"#),
    // A list of lines and a CDATA section are written as a whole.
    EditedFile(.json, #"[["SELECT", "1"], "SELECT 2", ["SELECT 3"]]"#),
    EditedFile(
      .plist,
      "<plist><array><string>SELECT 1</string><string><![CDATA[SELECT 2]]></string>"
        + "<string>SELECT 3 &lt; 4</string></array></plist>"),
    EditedFile(.sql, "-- one\nSELECT 1;\nSELECT 2; -- two\nSELECT 3"),
  ]

  private static let parts: [[(numbers: ClosedRange<Int>, statements: [String])]] = [
    [], [(1...1, ["SELECT 'a<b&c'"])],
    [(1...2, ["SELECT 10", "SELECT 20"]), (3...3, ["SELECT 30"])],
    [(3...3, ["SELECT 30"]), (1...1, ["select  1"])],
    [(1...1, ["SELECT 'x\ny'"]), (3...3, ["SELECT 'z'"])],
    [(1...2, ["SELECT 10"]), (3...3, ["SELECT 30", "SELECT 40"])],
  ]

  @Test(arguments: files, parts.indices)
  func `the file is the same as after one change for each`(file: EditedFile, index: Int) throws {
    let parts = Self.parts[index]
    var wanted = file
    for part in parts.sorted(by: { $0.numbers.lowerBound > $1.numbers.lowerBound }) {
      wanted = try wanted.after { try $0.replacing(part.numbers, with: part.statements) }
    }
    #expect(try file.edited.replacing(parts) == wanted.edited.bytes)
  }
}
