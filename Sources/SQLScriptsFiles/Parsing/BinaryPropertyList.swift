package import SQLScriptsDiagnostics

/// Parses binary property lists, which Xcode creates from .plist files.
///
/// Foundation's decoder loses the order of keys, and follows a recursive `Decodable` as deep as the file says, until
/// the stack overflows. An app should also not need Foundation to migrate its database.
package enum BinaryPropertyList {
  package static func parse(
    _ source: SourceFile
  ) -> (document: Document, diagnostics: [Diagnostic]) {
    source.withBytes { bytes in
      guard let layout = BinaryPropertyListLayout(bytes) else {
        var builder = DocumentBuilder(source: source)
        builder.report(
          PropertyListMistake.damaged("its header or trailer is wrong"), at: builder.span(0..<8))
        return builder.finish()
      }
      var reader = BinaryPropertyListReader(layout: layout, source: source)
      reader.read()
      return reader.builder.finish()
    }
  }
}

/// Visits the objects from the top one.
///
/// Objects may be shared, so the traversal can be far longer than the file, and validating a statement costs a thousand
/// times as much as its reference. So a file may have at most as many values and as much text as a file of this size
/// without sharing, plus a small allowance. A text is decoded once, however often it is referred to.
struct BinaryPropertyListReader {
  private struct Walk {
    let object: Int
    let header: BinaryPropertyListLayout.Header
    let references: Range<Int>
    var next = 0
  }

  private static let nodeAllowance = 20_000
  private static let textAllowance = 256 << 10
  private static let textLimit = 256 << 20

  let layout: BinaryPropertyListLayout
  private let maximumNodes: Int
  private let maximumText: Int
  /// The bytes of all texts and numbers so far. A shared one counts each time.
  private var textCount = 0
  /// For each object, the index of its text in `decodedTexts`, plus 1; 0 if it has not been decoded.
  private var decodedTexts: [UInt32]
  var builder: DocumentBuilder
  private var walks: [Walk] = []
  private var isStopped = false

  init(layout: BinaryPropertyListLayout, source: SourceFile) {
    self.layout = layout
    // An object, its offset and a reference to it take a byte each.
    maximumNodes = Self.nodeAllowance + source.count / 3
    // Two bytes of UTF-16 may need three in UTF-8.
    maximumText = min(Self.textAllowance + source.count / 2 * 3, Self.textLimit)
    decodedTexts = Array(repeating: 0, count: layout.objectCount)
    builder = DocumentBuilder(source: source)
  }

  mutating func read() {
    visit(layout.topObject, referredFrom: 8, asKey: false)
    while !isStopped, !builder.isFull, let walk = walks.last {
      let isDictionary = walk.header.type == 0xD
      let count = isDictionary ? walk.header.count * 2 : walk.header.count
      guard walk.next < count else {
        builder.close(at: walk.references.upperBound)
        walks.removeLast()
        continue
      }
      // A dictionary has its keys first and then its values. Here they alternate.
      let index =
        isDictionary ? walk.next / 2 + (walk.next % 2) * walk.header.count : walk.next
      walks[walks.count - 1].next += 1
      let object = layout.reference(index, in: walk.references) ?? -1
      let isKey = isDictionary && walk.next % 2 == 0
      visit(object, referredFrom: walk.header.start, asKey: isKey)
    }
  }

  private mutating func visit(_ object: Int, referredFrom origin: Int, asKey: Bool) {
    guard builder.document.nodes.count < maximumNodes, textCount < maximumText else {
      return stop(.tooManyShared, at: builder.span(origin..<origin + 1))
    }
    guard let header = layout.header(of: object) else {
      return stop(
        .damaged("an object is outside the file"), at: builder.span(origin..<origin + 1))
    }
    let place = builder.span(header.start..<header.start + 1)
    if asKey, header.type != 5, header.type != 6 {
      return stop(.damaged("a key is not a string"), at: place)
    }
    switch header.type {
    case 0x0: addConstant(header, at: place)
    case 0x1: addInteger(object, header, at: place)
    case 0x2: addReal(object, header, .real, at: place)
    case 0x3: addReal(object, header, .date, at: place)
    case 0x4: addData(header, at: place)
    case 0x5, 0x6: addText(object, header, asKey: asKey, at: place)
    case 0xA, 0xD: open(object, header, at: place)
    default: stop(.damaged("an object has an unknown type"), at: place)
    }
  }

  /// Adds the text of an object, or the spelling of a number. `decode` is called for the first reference only. It
  /// appends the text and returns whether that succeeded.
  private mutating func add(
    _ kind: Node.Kind, _ object: Int, _ range: Range<Int>, asKey: Bool = false,
    decode: (inout Self) -> Bool
  ) -> Bool {
    var index = Int(decodedTexts[object]) - 1
    if index < 0 {
      let start = builder.document.decoded.count
      guard decode(&self) else { return false }
      index = builder.endDecodedText(since: start)
      decodedTexts[object] = UInt32(clamping: index + 1)
    }
    textCount += Int(builder.document.decodedTexts[index].count)
    if asKey {
      builder.addKey(range, decodedText: index)
    } else {
      builder.add(kind, range, decodedText: index)
    }
    return true
  }

  private mutating func stop(_ mistake: PropertyListMistake, at place: SourceSpan) {
    builder.report(mistake, at: place)
    isStopped = true
  }

  private mutating func open(
    _ object: Int, _ header: BinaryPropertyListLayout.Header, at place: SourceSpan
  ) {
    let isDictionary = header.type == 0xD
    guard let references = layout.references(of: header, perItem: isDictionary ? 2 : 1) else {
      return stop(.damaged("a list is longer than the file"), at: place)
    }
    if walks.contains(where: { $0.object == object }) {
      return stop(.damaged("a list contains itself"), at: place)
    }
    guard builder.open(isDictionary ? .dictionary : .array, at: header.start) else {
      builder.report(TextMistake.nestingTooDeep(limit: DocumentBuilder.maximumDepth), at: place)
      builder.add(.null, header.start..<references.upperBound)
      return
    }
    walks.append(Walk(object: object, header: header, references: references))
  }

  private mutating func addConstant(
    _ header: BinaryPropertyListLayout.Header, at place: SourceSpan
  ) {
    let range = header.start..<header.start + 1
    switch header.low {
    case 0: builder.add(.null, range)
    case 8: builder.add(.false, range)
    case 9: builder.add(.true, range)
    default: stop(.damaged("an object has an unknown type"), at: place)
    }
  }

  private mutating func addInteger(
    _ object: Int, _ header: BinaryPropertyListLayout.Header, at place: SourceSpan
  ) {
    // One to four bytes are unsigned, eight are signed. Sixteen bytes are only used for values of UInt64.
    guard header.low <= 4,
      let content = layout.content(at: header.contentStart, count: 1 << header.low, of: 1)
    else {
      return stop(.damaged("a number is truncated"), at: place)
    }
    let low = content.count == 16 ? content.lowerBound + 8..<content.upperBound : content
    let isSmall =
      content.count < 16
      || layout.bytes[content.lowerBound..<low.lowerBound]
        .allSatisfy { $0 == 0 }
    guard isSmall, let bits = BinaryPropertyListLayout.unsigned(layout.bytes[low]) else {
      return stop(.damaged("a number is too large"), at: place)
    }
    let spelling = content.count == 8 ? String(Int64(bitPattern: bits)) : String(bits)
    addSpelling(spelling, .integer, object, header.start..<content.upperBound)
  }

  private mutating func addReal(
    _ object: Int, _ header: BinaryPropertyListLayout.Header, _ kind: Node.Kind,
    at place: SourceSpan
  ) {
    guard header.low == 2 || header.low == 3,
      let content = layout.content(at: header.contentStart, count: 1 << header.low, of: 1),
      let bits = BinaryPropertyListLayout.unsigned(layout.bytes[content])
    else {
      return stop(.damaged("a number is truncated"), at: place)
    }
    let spelling =
      header.low == 2
      ? String(describing: Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      : String(describing: Double(bitPattern: bits))
    addSpelling(spelling, kind, object, header.start..<content.upperBound)
  }

  private mutating func addSpelling(
    _ spelling: String, _ kind: Node.Kind, _ object: Int, _ range: Range<Int>
  ) {
    _ = add(kind, object, range) { reader in
      reader.builder.mark(range.lowerBound)
      reader.builder.document.decoded.append(contentsOf: spelling.utf8)
      return true
    }
  }

  private mutating func addData(_ header: BinaryPropertyListLayout.Header, at place: SourceSpan) {
    guard let content = layout.content(at: header.contentStart, count: header.count, of: 1) else {
      return stop(.damaged("data is truncated"), at: place)
    }
    builder.add(.data, header.start..<content.upperBound)
  }

  private mutating func addText(
    _ object: Int, _ header: BinaryPropertyListLayout.Header, asKey: Bool, at place: SourceSpan
  ) {
    let isWide = header.type == 6
    let start = header.contentStart
    guard let content = layout.content(at: start, count: header.count, of: isWide ? 2 : 1) else {
      return stop(.damaged("a string is truncated"), at: place)
    }
    let isText = add(.string, object, header.start..<content.upperBound, asKey: asKey) { reader in
      isWide ? reader.appendUTF16(content) : reader.appendASCII(content)
    }
    if !isText { stop(.damaged("a string contains invalid characters"), at: place) }
  }

  private mutating func appendASCII(_ content: Range<Int>) -> Bool {
    builder.mark(content.lowerBound)
    let text = UnsafeBufferPointer(rebasing: layout.bytes[content])
    var index = 0
    while true {
      let end = ByteScan.endOfPlainASCII(in: text, from: index)
      builder.document.decoded.append(
        contentsOf: UnsafeBufferPointer(rebasing: text[index..<end]))
      guard end < text.count else { return true }
      guard text[end] == 0 else { return false }
      replaceNUL(at: content.lowerBound + end..<content.lowerBound + end + 1)
      index = end + 1
    }
  }

  private mutating func replaceNUL(at range: Range<Int>) {
    if !builder.isFull { builder.report(TextMistake.nulCharacter, at: builder.span(range)) }
    builder.document.decoded.append(0x20)
  }

  private mutating func appendUTF16(_ content: Range<Int>) -> Bool {
    var at = content.lowerBound
    // One segment per text, because binary files have no columns.
    builder.mark(at)
    func unit(_ offset: Int) -> UInt32 {
      UInt32(layout.bytes[offset]) << 8 | UInt32(layout.bytes[offset + 1])
    }
    while at < content.upperBound {
      var value = unit(at)
      at += 2
      if value & 0xFC00 == 0xD800, at < content.upperBound, unit(at) & 0xFC00 == 0xDC00 {
        value = 0x10000 + (value & 0x3FF) << 10 + (unit(at) & 0x3FF)
        at += 2
      }
      guard let scalar = Unicode.Scalar(value) else { return false }
      if value == 0 {
        replaceNUL(at: at - 2..<at)
        continue
      }
      for byte in String(scalar).utf8 { builder.document.decoded.append(byte) }
    }
    return true
  }
}

extension SourceFile {
  package var isBinaryPropertyList: Bool { bytes.starts(with: "bplist".utf8) }
}
