/// Several JavaScript modules as one, so that a report is a single file.
///
/// The modules import each other in lines of the form `import { a, b } from "./name.js";`. Names at the top level are
/// different in all of them, so that their texts can follow one another.
struct ModuleBundle {
  private let modules: [String: String]
  private var included: Set<String> = []
  private(set) var text = ""

  init(of modules: [String: String], from first: String) {
    self.modules = modules
    include(first)
  }

  private mutating func include(_ name: String) {
    guard included.insert(name).inserted, let module = modules[name] else { return }
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
