import SQLScripts
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation
import Testing

@testable import SQLScriptsReport

struct PackedJSONTests {
  private static let documents: [JSONText] =
    [nil, true, 0, -1, .integer(.min), .double(0.5), "", "text that is long", [], [:], [[], [:]]]
    + [["a", ["a": "a"]], [.double(0), .double(-0.0), 0, false, nil, ""]]
    // As Swift strings, these are equal.
    + [["caf\u{E9} caf\u{E9}", "cafe\u{301} cafe\u{301}", "caf\u{E9} caf\u{E9}"]]
    + [[["caf\u{E9}": 1], ["cafe\u{301}": 1]]]
    + [
      [
        ["a": [1, 2], "b": nil], ["a": [1, 2], "b": nil], ["b": nil, "a": [1, 2]], [1, 2], [2, 1],
      ]
    ]
    + [["shared text", [["shared text"], ["shared text"]], [["shared text"]]]]
    + [["__proto__": ["constructor": 3], "x": ["constructor": 3]]]

  @Test(arguments: documents)
  func `what is packed is the same document`(document: JSONText) {
    let packed = PackedJSON(document).json
    #expect(unpacked(packed)?.compact.utf8.elementsEqual(document.compact.utf8) == true)
  }

  @Test func `a wide table that every version rebuilds takes a third of its room`() {
    let library = ScriptLibrary(ScriptBundle(scripts: rebuilds(columns: 30, versions: 12)))
    let description = BundleDescription(Validator(library), of: library)
    let document = ReportDocument(description, of: library, title: "Test").json()
    let packed = PackedJSON(document).json
    #expect(unpacked(packed) == document)
    #expect(packed.compact.utf8.count * 3 < document.compact.utf8.count)
  }

  private func rebuilds(columns count: Int, versions: Int) -> [InMemoryScript] {
    let columns = { (count: Int) in (1...count).map { "column_\($0)" }.joined(separator: ", ") }
    return [.default(["CREATE TABLE t (\(columns(count)))"])]
      + (2...versions).map { version in
        let (old, new) = (columns(count + version - 2), columns(count + version - 1))
        return .update(
          Int64(version),
          [
            "CREATE TABLE n (\(new))", "INSERT INTO n (\(old)) SELECT \(old) FROM t",
            "DROP TABLE t", "ALTER TABLE n RENAME TO t",
          ])
      }
  }

  /// Reads it as `packed.js` does.
  private func unpacked(_ packed: JSONText) -> JSONText? {
    guard case .object(let members) = packed,
      members.map(\.key) == ["shapes", "shared", "document"],
      case .array(let shapes) = members[0].value, case .array(let shared) = members[1].value
    else { return nil }
    var known: [JSONText] = []
    func value(_ packed: JSONText) -> JSONText {
      if case .integer(let index) = packed { return known[Int(index)] }
      guard case .array(let all) = packed, case .integer(let kind)? = all.first else {
        return packed
      }
      if kind == -2 { return all[1] }
      let values = all.dropFirst().map(value)
      guard kind >= 0, case .array(let keys) = shapes[Int(kind)] else { return .array(values) }
      return .object(
        zip(keys, values).compactMap { key, value in
          if case .string(let key) = key { JSONText.Member(key, value) } else { nil }
        })
    }
    for packed in shared { known.append(value(packed)) }
    return value(members[2].value)
  }
}
