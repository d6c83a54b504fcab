import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles

typealias Parsed = (document: Document, diagnostics: [Diagnostic])

func parseJSON(_ text: String) -> Parsed { parseJSON(Array(text.utf8)) }

func parseJSON(_ bytes: [UInt8]) -> Parsed {
  advised(JSONParser.parse(SourceFile(name: "a.json", bytes: bytes)))
}

func parsePlist(_ text: String) -> Parsed { parsePlist(Array(text.utf8)) }

func parsePlist(_ bytes: [UInt8]) -> Parsed {
  advised(PropertyListParser.parse(SourceFile(name: "a.plist", bytes: bytes)))
}

/// With the advice, to compare the places in the advice with the text, too.
private func advised(_ parsed: Parsed) -> Parsed { (parsed.document, parsed.diagnostics.advised()) }

let plistHead = """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
  "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">
  """

/// A complete property list with this content.
func plist(_ inside: String) -> String { plistHead + "\n" + inside + "\n</plist>\n" }

extension Document {
  /// The values in a format that tests can spell out.
  var outline: String { nodes.isEmpty ? "" : outline(of: 0) }

  private func outline(of index: Int) -> String {
    let node = nodes[index]
    let inside = children(of: index).map(outline)
    return switch node.kind {
    case .array: "[" + inside.joined(separator: ",") + "]"
    case .dictionary: "{" + inside.joined(separator: ",") + "}"
    case .string: "'" + string(of: node) + "'"
    case .integer: "int " + string(of: node)
    case .real: "real " + string(of: node)
    case .date: "date"
    case .data: "data"
    case .true, .false, .null: "\(node.kind)"
    }
  }

  /// The offset in the file of each byte of each text, and of its end.
  var placesOfTexts: [Int] {
    nodes.filter { $0.kind == .string }.flatMap { node in
      let text = text(of: node)
      return (text.lowerBound...text.upperBound).map { sourceOffset(of: $0) }
    }
  }

  /// Whether ranges are inside the file and texts end with a NUL, which readers rely on without checking.
  var isSound: Bool {
    for (index, node) in nodes.enumerated() {
      let text = self.text(of: node)
      guard next(after: index) > index, next(after: index) <= nodes.count,
        node.end <= source.count, node.start <= node.end, text.upperBound < self.text.endIndex
      else { return false }
      if node.kind == .string {
        let isDecoded = text.lowerBound > source.count
        guard !bytes(of: text).contains(0), !isDecoded || self.text[text.upperBound] == 0
        else { return false }
      }
      if node.kind == .dictionary {
        let children = children(of: index)
        guard children.count.isMultiple(of: 2) else { return false }
        for key in stride(from: 0, to: children.count, by: 2)
        where nodes[children[key]].kind != .string { return false }
      }
    }
    return nodes.isEmpty || next(after: 0) == nodes.count
  }
}

/// `line:column id` of each finding, in order.
func places(_ diagnostics: [Diagnostic]) -> [String] {
  diagnostics.map { "\($0.span.start.line):\($0.span.start.column) \($0.id)" }
}
