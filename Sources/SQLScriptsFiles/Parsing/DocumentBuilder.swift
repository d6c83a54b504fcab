internal import SQLScriptsDiagnostics

/// The output of the parsers: a growing document, the open containers, and the diagnostics.
struct DocumentBuilder {
  static let maximumDepth = 8

  struct Container {
    let node: Int
    let isDictionary: Bool
    /// The key whose value has not come yet.
    var pendingKey: Int?
    /// The last key of a dictionary.
    var lastKey: Int?
    var keyCount = 0
    var keys: [[UInt8]: Int] = [:]
  }

  var document: Document
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var containers: [Container] = []
  /// The container at the root, after its end, with the keys that it has.
  private(set) var closedRoot: Container?

  private let maximum: Int

  /// - Parameter maximum: the number of mistakes after which a parser stops.
  init(source: SourceFile, maximum: Int = ScriptBundle.maximumMistakes) {
    document = Document(source: source)
    self.maximum = maximum
  }

  /// Whether so many mistakes were found that more would not help.
  var isFull: Bool { diagnostics.count >= maximum }

  func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(file: document.source, range: range)
  }

  mutating func report(_ mistake: some Mistake, at span: SourceSpan) {
    guard !isFull else { return }
    diagnostics.append(Diagnostic(mistake, at: span))
  }

  /// Adds a value with text.
  mutating func add(_ kind: Node.Kind, _ range: Range<Int>, text: Text) {
    let node =
      switch text {
      case .inPlace(let text): Node(kind, range, textInPlace: text)
      case .decoded: Node?.none
      }
    append(node ?? Node(kind, range, decodedText: addDecoded(text)))
  }

  /// The place of a text.
  enum Text {
    /// In the file, unchanged.
    case inPlace(Range<Int>)
    /// Everything decoded since an offset in `decoded`.
    case decoded(since: Int)
  }

  private mutating func addDecoded(_ text: Text) -> Int {
    switch text {
    case .decoded(let start): return endDecodedText(since: start)
    case .inPlace(let range):
      let start = document.decoded.count
      document.append(range)
      return endDecodedText(since: start)
    }
  }

  /// Ends a text that began at an offset in `decoded`, and returns its index.
  mutating func endDecodedText(since start: Int) -> Int {
    document.decodedTexts.append(
      .init(
        start: UInt32(clamping: start), count: UInt32(clamping: document.decoded.count - start)))
    document.decoded.append(0)
    return document.decodedTexts.count - 1
  }

  /// Adds a value whose text was already decoded.
  mutating func add(_ kind: Node.Kind, _ range: Range<Int>, decodedText index: Int) {
    append(Node(kind, range, decodedText: index))
  }

  /// Maps the decoded text from here on to `source`.
  mutating func mark(_ source: Int) {
    document.map.append(decoded: document.decodedEnd, source: source)
  }

  /// Adds a value without text.
  mutating func add(_ kind: Node.Kind, _ range: Range<Int>) { append(Node(kind, range)) }

  /// Replaces the last value with another one without text.
  mutating func replaceLast(by kind: Node.Kind) {
    guard let last = document.nodes.popLast() else { return }
    document.nodes.append(Node(kind, Int(last.start)..<Int(last.end)))
  }

  /// Adds a key to the innermost container, which must be a dictionary without a pending key.
  mutating func addKey(_ range: Range<Int>, text: Text) {
    add(.string, range, text: text)
    noteKey(range)
  }

  /// Adds a key whose text was already decoded.
  mutating func addKey(_ range: Range<Int>, decodedText index: Int) {
    add(.string, range, decodedText: index)
    noteKey(range)
  }

  mutating func noteKey(_ range: Range<Int>) {
    let index = document.nodes.count - 1
    guard !containers.isEmpty else { return }
    containers[containers.count - 1].pendingKey = index
    containers[containers.count - 1].lastKey = index
    // A missing key is not the same as another missing key.
    if let first = earlierKey(like: index), !range.isEmpty {
      let name = document.string(of: document.nodes[index])
      report(
        TextMistake.duplicateKey(name, first: document.span(of: document.nodes[first])),
        at: span(range))
    }
  }

  /// Adds null for a missing value, so that keys and values still alternate.
  mutating func addMissingValue() {
    guard let key = containers.last?.pendingKey else { return }
    let end = Int(document.nodes[key].end)
    add(.null, end..<end)
  }

  /// Opens a container, unless it is nested too deeply.
  mutating func open(_ kind: Node.Kind, at start: Int) -> Bool {
    guard containers.count < Self.maximumDepth else { return false }
    let index = document.nodes.count
    append(Node(kind, start..<start))
    containers.append(Container(node: index, isDictionary: kind == .dictionary))
    return true
  }

  mutating func push(_ container: Container) { containers.append(container) }

  mutating func popContainer() -> Container? { containers.popLast() }

  mutating func close(at end: Int) {
    addMissingValue()
    guard let container = containers.popLast() else { return }
    if containers.isEmpty { closedRoot = container }
    document.nodes[container.node].end = UInt32(clamping: end)
    document.nodes[container.node].detail = UInt32(clamping: document.nodes.count)
  }

  /// Returns the result. Open containers end at the end of the file.
  consuming func finish() -> (document: Document, diagnostics: [Diagnostic]) {
    document.unclosed = Set(containers.map(\.node))
    while !containers.isEmpty { close(at: document.source.count) }
    let ordered = diagnostics.enumerated().sorted { left, right in
      (left.element.span.range.lowerBound, left.offset)
        < (right.element.span.range.lowerBound, right.offset)
    }
    return (document, ordered.map(\.element))
  }

  private mutating func append(_ node: Node) {
    if !containers.isEmpty { containers[containers.count - 1].pendingKey = nil }
    document.nodes.append(node)
  }

  // Most dictionaries have few keys, where a linear search is faster than hashing. A large one must not take quadratic
  // time.
  private mutating func earlierKey(like key: Int) -> Int? {
    let few = 16
    let top = containers.count - 1
    defer { containers[top].keyCount += 1 }
    if containers[top].keyCount < few { return keys(before: key).first { isSame($0, key) } }
    if containers[top].keyCount == few {
      for earlier in keys(before: key) {
        let bytes = document.bytes(of: document.text(of: document.nodes[earlier]))
        if containers[top].keys[bytes] == nil { containers[top].keys[bytes] = earlier }
      }
    }
    let bytes = document.bytes(of: document.text(of: document.nodes[key]))
    if let first = containers[top].keys[bytes] { return first }
    containers[top].keys[bytes] = key
    return nil
  }

  private func keys(before key: Int) -> [Int] {
    guard let container = containers.last else { return [] }
    var keys: [Int] = []
    var child = container.node + 1
    while child < key {
      keys.append(child)
      let value = document.next(after: child)
      guard value < key else { break }
      child = document.next(after: value)
    }
    return keys
  }

  private func isSame(_ left: Int, _ right: Int) -> Bool {
    let left = document.text(of: document.nodes[left])
    let right = document.text(of: document.nodes[right])
    guard left.count == right.count else { return false }
    return document.withBytes(of: left) { left in
      document.withBytes(of: right) { left.elementsEqual($0) }
    }
  }
}

extension String {
  /// Shortened and on one line, for use in a message.
  package var forMessage: String {
    let short = unicodeScalars.prefix(40).map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F ? " " : Character(scalar)
    }
    return unicodeScalars.count > 40 ? String(short) + "…" : String(short)
  }
}
