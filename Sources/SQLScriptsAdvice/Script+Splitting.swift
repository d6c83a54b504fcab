import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

extension Script {
  /// The edit that ends an item in place of blanks in its text, and begins another one, written as the item is.
  ///
  /// Nil if the item is not a string in a list: it is a list of lines, or the “sql” of a dictionary.
  package func split(_ item: ScriptItem, at blanks: Range<Int>) -> FixIt.Edit? {
    guard file.format != .sql, let span = edit(blanks, with: "")?.span,
      let node = node(around: span.range), document.text(of: node) == item.text
    else { return nil }
    let bytes = document.source.bytes
    let start = Int(node.start)
    let before = bytes[..<start].reversed().drop { $0.isSQLBlank }
    let indent = bytes[..<start].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
    let lineStart = start - indent
    let lineEnd =
      lineStart > 0 && bytes[lineStart - 1] == 0x0A
      ? lineStart > 1 && bytes[lineStart - 2] == 0x0D ? "\r\n" : "\n" : nil
    let gap = lineEnd.map { $0 + String(decoding: bytes[lineStart..<start], as: UTF8.self) }
    switch file.format {
    case .sql: return nil
    case .json:
      guard let last = before.first, "[,".utf8.contains(last) else { return nil }
      return FixIt.Edit(span, with: "\",\(gap ?? " ")\"")
    case .plist:
      guard !before.starts(with: "</key>".utf8.reversed()),
        !before.starts(with: "-->".utf8.reversed()), let isVerbatim = isInCDATA(span.range)
      else { return nil }
      let (end, start) = isVerbatim ? ("]]>", "<![CDATA[") : ("", "")
      return FixIt.Edit(span, with: "\(end)</string>\(gap ?? "")<string>\(start)")
    }
  }
}

extension UInt8 {
  fileprivate var isSQLBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
