import SQLScriptsEditor
import SQLScriptsReport
import TestSupport
import Testing

struct EditorPageTests {
  private let bundle = ModuleBundle(of: EditorPage.modules, from: "editor")

  @Test func `the page asks for one script, in which all names are different`() {
    let scripts = EditorPage.files.filter { $0.value.type.hasPrefix("text/javascript") }
    #expect(scripts.keys.sorted() == ["/page/editor.js"])
    #expect(scripts["/page/editor.js"]?.bytes == Array(bundle.text.utf8))
    #expect(TopLevelNames.repeated(in: bundle.text) == [])
    #expect(!bundle.text.contains(#/\n(import|export) /#))
  }

  @Test func `all modules are used, and of the report's those that draw`() {
    let unused = Set(EditorPage.modules.keys).subtracting(bundle.names)
    #expect(unused == ["data", "packed", "report", "timeline", "version"])
  }
}
