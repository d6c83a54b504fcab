import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// The advice about tags that a property list cannot contain.
struct PropertyListAdviceTests {
  @Test(arguments: [
    ("<key>transaction</key><bool>false</bool>", ["Write <false/>."]),
    ("<key>transaction</key><boolean>YES</boolean>", ["Write <true/>."]),
    ("<key>transaction</key><transaction>NO</transaction>", ["Write <false/>."]),
    ("<key>transaction</key><no/>", ["Write <false/>."]),
    ("<key>transaction</key><bool/>", ["Write <true/> or <false/>."]),
    (
      "<transaction>NO</transaction>",
      [String](repeating: "Write <key>transaction</key>, and then <false/>.", count: 2)
    ),
    (
      "<description>one</description>",
      [String](repeating: "Write <key>description</key>, and then its value.", count: 2)
    ),
    ("<key>verify</key><array><sql>a</sql></array>", ["Use <string> for a statement."]),
    ("<key>description</key><text>no</text>", ["Write <string>."]),
    ("<key>description</key><strng>one</strng>", ["Write <string>."]),
  ])
  func `a foreign tag is replaced with the right one`(pair: String, help: [String]) throws {
    let text = """
      <plist version="1.0"><dict>
      \(pair)
      <key>statements</key><array><string>SELECT 1</string></array>
      </dict></plist>
      """
    let bundle = ScriptBundle(scripts: [
      .default(["CREATE TABLE user (id INTEGER PRIMARY KEY)"]),
      .file(named: "sql_update_2.plist", text: text),
    ])
    let found = Validator(ScriptLibrary(bundle)).validate().diagnostics
    #expect(found.filter { $0.severity == .error }.map(\.help) == help)
  }
}
