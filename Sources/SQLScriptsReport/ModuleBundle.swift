/// Several JavaScript modules as one, so that a report is a single file, and the editor's page asks for one.
///
/// The modules import each other in lines of the form `import { a, b } from "./name.js";`. Names at the top level are
/// different in all of them, so that their texts can follow one another.
package struct ModuleBundle {
  private let modules: [String: String]
  /// The modules that the first one needs, with itself.
  package private(set) var names: Set<String> = []
  package private(set) var text = ""

  package init(of modules: [String: String], from first: String) {
    self.modules = modules
    include(first)
  }

  private mutating func include(_ name: String) {
    guard names.insert(name).inserted, let module = modules[name] else { return }
    var lines: [Substring] = []
    for line in module.split(separator: "\n", omittingEmptySubsequences: false) {
      if let imported = Self.imported(by: line) {
        include(imported)
      } else {
        lines.append(line.hasPrefix("export ") ? line.dropFirst("export ".count) : line)
      }
    }
    text += lines.joined(separator: "\n") + "\n"
  }

  private static func imported(by line: Substring) -> String? {
    guard line.hasPrefix("import "), let start = line.firstRange(of: "\"./")?.upperBound else {
      return nil
    }
    return String(line[start...].prefix { $0 != "." })
  }
}
