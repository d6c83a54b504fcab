import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

/// The advice for keys at the wrong level of a script.
struct MisplacedKeyTests {
  private func help(_ text: String, named name: String) -> String? {
    let bundle = ScriptBundle(scripts: [.file(named: name, text: text)])
    let source = SourceFile(name: "scripts/\(name)", bytes: Array(text.utf8))
    return bundle.scripts.first.flatMap {
      bundle.read($0, in: source).diagnostics.advised().first?.help
    }
  }

  @Test(arguments: [
    ("[{\"sql\": \"SELECT 1\", \"version\": 3}]", "Delete it."),
    (
      "[{\"sql\": \"SELECT 1\", \"description\": \"why\"}]",
      "Write “note”: “description” is a key of the whole script."
    ),
    (
      "{\"statements\": [], \"note\": \"why\"}",
      "Write “description”: “note” is a key of one statement."
    ),
    (
      "[{\"sql\": \"SELECT 1\", \"statements\": [\"SELECT 2\"]}]",
      "Make each of these statements an item of the list that has this item."
    ),
    (
      "[{\"sql\": \"SELECT 1\", \"verify\": []}]",
      "Move it out of this item: “verify” is a key of the whole script."
    ),
    (
      "{\"statements\": [], \"onlyIf\": \"SELECT 1\"}",
      "Move it into an item of “statements”: “onlyIf” is a key of one statement."
    ),
  ])
  func `a key at the wrong level has advice that can be followed`(text: String, advice: String) {
    #expect(help(text, named: "sql_update_2.json") == advice)
  }

  @Test func `the version of a default script is moved out of a statement`() {
    #expect(
      help("[{\"sql\": \"SELECT 1\", \"version\": 3}]", named: "sql_default.json")
        == "Move it out of this item: “version” is a key of the whole script.")
  }
}
