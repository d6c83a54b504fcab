package import SQLScriptsDiagnostics

/// The contents of a plist or JSON file, as values with positions.
///
/// The values are in one array, `nodes`, with a container before its children. Text is read where it lies in the file.
/// Only text with escapes or entities is decoded into `decoded`. So a script of a million statements is its file and
/// one array, not a million objects.
///
/// Offsets of text continue from the file into `decoded`: first the file's bytes and the NUL after them, then the
/// decoded bytes.
package struct Document: Sendable {
  /// The file.
  package let source: SourceFile

  /// The texts that the file spells in another way. A NUL follows each of them, so that SQLite can read it
  /// here.
  var decoded: [UInt8] = []

  /// The ranges of texts in `decoded`.
  var decodedTexts: [DecodedText] = []

  struct DecodedText {
    let start: UInt32
    let count: UInt32
  }

  /// Maps offsets of decoded text to offsets in the file.
  package var map = SourceMap()

  /// The values, with a container before its children. Empty if the file contains no value.
  ///
  /// A missing or unreadable value, which a diagnostic reports, is null.
  package internal(set) var nodes: [Node] = []

  /// The lists and dictionaries whose end was not found. They may lack what they seem to lack.
  var unclosed: Set<Int> = []

  /// Whether a list or a dictionary was read whose start is missing, so that the first byte of its range is not a
  /// bracket or a tag.
  package internal(set) var lacksStart = false

  package init(source: SourceFile) {
    self.source = source
  }

  /// All text, by its offsets.
  package var text: DocumentText { DocumentText(source: source, decoded: decoded) }

  /// The offset of the next decoded text.
  var decodedEnd: Int { source.count + 1 + decoded.count }

  /// The text of a string node; for a number, its spelling.
  package func text(of node: Node) -> Range<Int> {
    if let range = node.textInPlace { return range }
    guard node.kind.hasText, Int(node.detail) < decodedTexts.count else {
      return source.count..<source.count
    }
    let text = decodedTexts[Int(node.detail)]
    let start = source.count + 1 + Int(text.start)
    return start..<start + Int(text.count)
  }

  /// Calls `body` with the bytes of a text, not copied.
  package func withBytes<Result, Failure: Error>(
    of text: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withBytes { (bytes) throws(Failure) in try body(bytes[text]) }
  }

  /// Copies a text of the file to the end of the decoded text.
  mutating func append(_ text: Range<Int>) {
    map.append(decoded: decodedEnd, source: text.lowerBound)
    decoded += bytes(of: text)
  }

  /// The bytes of a text.
  package func bytes(of range: Range<Int>) -> [UInt8] { withBytes(of: range) { Array($0) } }

  /// The offset in the file for the offset of a text.
  package func sourceOffset(of offset: Int) -> Int {
    offset <= source.count ? offset : map.sourceOffset(of: offset)
  }

  /// The decoded text of a string node.
  package func string(of node: Node) -> String {
    withBytes(of: text(of: node)) { String(decoding: $0, as: UTF8.self) }
  }

  /// The range of a node in the file, including its delimiters.
  package func span(of node: Node) -> SourceSpan {
    SourceSpan(file: source, range: Int(node.start)..<max(Int(node.start), Int(node.end)))
  }

  /// The indices in `nodes` of a container's children. For a dictionary they alternate: key, value, key, value.
  package func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var child = index + 1
    while child < next(after: index) {
      children.append(child)
      child = next(after: child)
    }
    return children
  }

  /// The index of the node after the one at an index and all its children.
  package func next(after index: Int) -> Int {
    let node = nodes[index]
    // A damaged child must not cause an endless loop.
    return node.kind.isContainer ? max(index + 1, Int(node.detail)) : index + 1
  }
}
