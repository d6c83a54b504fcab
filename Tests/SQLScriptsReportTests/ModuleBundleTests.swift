import SQLScriptsReport
import TestSupport
import Testing

struct ModuleBundleTests {
  @Test func `a module comes after those that it imports, and once`() {
    let modules = [
      "a": "import { b } from \"./b.js\";\nimport \"./c.js\";\nexport const a = b;",
      "b": "import { c } from \"./c.js\";\nexport const b = c;",
      "c": "export const c = 1;\nfunction d() {\n  export d\n}",
    ]
    let text = "const c = 1;\nfunction d() {\n  export d\n}\nconst b = c;\nconst a = b;\n"
    #expect(ModuleBundle(of: modules, from: "a").text == text)
  }

  @Test func `modules that import each other are included once`() {
    let modules = [
      "a": "import { b } from \"./b.js\";\nexport function a() {}",
      "b": "import { a } from \"./a.js\";\nexport function b() {}",
    ]
    #expect(ModuleBundle(of: modules, from: "a").text == "function b() {}\nfunction a() {}\n")
  }

  @Test func `the modules of a report can follow one another`() {
    let bundle = ModuleBundle(of: PageFiles.modules, from: "report")
    #expect(TopLevelNames.repeated(in: bundle.text) == [])
    #expect(TopLevelNames.repeated(in: bundle.text + "\nconst [el, x] = [];\n") == ["el"])
  }

  @Test func `a report has all modules`() {
    let bundle = ModuleBundle(of: PageFiles.modules, from: "report")
    #expect(bundle.names == Set(PageFiles.modules.keys))
  }
}
