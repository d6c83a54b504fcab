package import SQLScriptsDiagnostics

/// What a plist or JSON file says, as values with positions.
///
/// The values lie one after the other in `nodes`, a container before its children, and all text lies
/// decoded in one buffer: a script of a million statements is two arrays, not a million objects.
package struct Document: Sendable {
  /// The file.
  package let source: SourceFile

  /// The decoded text of all strings. A NUL follows each, so that SQLite can take one where it lies.
  package var text: [UInt8] = []

  /// Leads from an offset in `text` to the offset in the file.
  package var map = SourceMap()

  /// The values, a container before its children. Empty if the file holds no value.
  ///
  /// Where a value is missing or cannot be read, which a diagnostic says, a null stands for it.
  package var nodes: [Node] = []

  package init(source: SourceFile) {
    self.source = source
  }

  /// The decoded bytes of a string node (of a number: its spelling), without the NUL.
  package func bytes(of node: Node) -> ArraySlice<UInt8> {
    text[Int(node.textStart)..<Int(node.textStart) + Int(node.textCount)]
  }

  /// The decoded text of a string node.
  package func string(of node: Node) -> String {
    String(decoding: bytes(of: node), as: UTF8.self)
  }

  /// The place of a node in the file, its delimiters included.
  package func span(of node: Node) -> SourceSpan {
    SourceSpan(file: source, range: Int(node.start)..<max(Int(node.start), Int(node.end)))
  }

  /// The indices in `nodes` of the children of the container at an index. Those of a dictionary
  /// alternate: key, value, key, value.
  package func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var child = index + 1
    while child < Int(nodes[index].next) {
      children.append(child)
      child = Int(nodes[child].next)
    }
    return children
  }
}
