import Foundation
import SQLScriptsAdvice
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

#if canImport(CSQLScriptsXML)
  import CSQLScriptsXML
#else
  import libxml2
#endif

/// Properties of every script file that is read.
enum ReadingClaims {
  static func hold(_ bytes: [UInt8], _ format: ScriptFile.Format) {
    let (bundle, file) = Self.bundle(bytes, format)
    let source = SourceFile(name: file.displayName, bytes: bytes)
    let (script, found) = bundle.read(file, in: source)
    let diagnostics = found.advised()
    let again = bundle.read(file, in: source)
    claim(found == again.diagnostics, "a file is read alike twice: findings")
    claim(
      script.map(ScriptContent.init) == again.script.map(ScriptContent.init),
      "a file is read alike twice: contents")
    ShownClaims.hold(diagnostics, in: [source])
    claim(script != nil || diagnostics.hasErrors, "nothing is read, and nobody says why")
    for diagnostic in diagnostics { applies(diagnostic, to: source) }
    claim(source.bytes.elementsEqual(bytes), "a file that was read says what it said")
    guard let script else { return }
    sound(script, isRunnable: !diagnostics.hasErrors)
    guard !diagnostics.hasErrors else { return }
    switch format {
    case .json: others(read: bytes)
    case .plist: isWellFormed(bytes)
    case .sql: break
    }
    for item in script.items.prefix(3) { editing(item, of: script, in: bundle) }
  }

  /// A bundle with one script: the default script, which may have all keys.
  static func bundle(
    _ bytes: [UInt8], _ format: ScriptFile.Format
  ) -> (bundle: ScriptBundle, file: ScriptFile) {
    let name = "sql_default.\(format.rawValue)"
    let bundle = ScriptBundle(scripts: [.file(named: name, bytes: bytes)])
    let file = ScriptFile(
      kind: .default, format: format, name: name, displayName: name, content: .bytes(bytes))
    claim(bundle.defaultScript == file, "a bundle of one script has it")
    return (bundle, file)
  }

  /// A fix-it changes something, and its replacement is text.
  private static func applies(_ diagnostic: Diagnostic, to source: SourceFile) {
    guard let fixIt = diagnostic.fixIt else { return }
    let (bytes, taken) = source.bytes(after: [fixIt])
    claim(taken == [0], "a fix-it of its own file is taken: \(fixIt)")
    claim(!source.bytes.elementsEqual(bytes), "a fix-it changes something: \(fixIt)")
  }

  /// Properties that readers rely on without checking.
  private static func sound(_ script: Script, isRunnable: Bool) {
    let document = script.document
    let size = document.source.bytes.count
    for (index, node) in document.nodes.enumerated() {
      let next = document.next(after: index)
      claim(next > index && next <= document.nodes.count, "a node leads on")
      claim(node.start <= node.end && node.end <= size, "a node lies in the file")
      let text = document.text(of: node)
      claim(text.upperBound < document.text.count, "a node's text lies in the text")
      guard node.kind == .string else { continue }
      claim(isText(document.bytes(of: text)), "a text is UTF-8, and has no NUL")
    }
    var last = 0
    for offset in 0..<document.text.count {
      let place = document.sourceOffset(of: offset)
      claim(place >= 0, "a place is in the file")
      if document.source.bytes.starts(with: "bplist".utf8) { break }
      claim(place >= last || script.file.format != .sql, "the way back to the file does not turn")
      last = place
    }
    for item in script.items + script.verify {
      claim(item.text.upperBound < document.text.count, "an item's text lies in the text")
      let isDecoded = item.text.upperBound > document.source.count
      let isTerminated = document.withBytes { $0.isTerminated(item.text) }
      claim(isTerminated || !isDecoded, "a NUL follows decoded text")
      // An SQL file with a NUL is refused, but still one item.
      let isText = Self.isText(document.bytes(of: item.text))
      claim(isText || !isRunnable, "an item that may run is UTF-8, and has no NUL")
      let range = script.span(of: item.text).range
      claim(range.upperBound <= size, "an item lies in the file")
    }
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }

  /// Replacing a text with itself changes nothing.
  private static func editing(_ item: ScriptItem, of script: Script, in bundle: ScriptBundle) {
    var tokens: [Range<Int>] = []
    script.document.withBytes(of: item.text) { text in
      var scanner = SQLScanner(text)
      while let token = scanner.nextSignificant() { tokens.append(token.range) }
    }
    let content = ScriptContent(script)
    for token in [tokens.first, tokens.last].compactMap({ $0 }) {
      let range =
        item.text.lowerBound + token.lowerBound..<item.text.lowerBound + token.upperBound
      guard let edit = script.edit(range, with: script.text(range)) else { continue }
      let source = script.document.source
      let (bytes, taken) = source.bytes(after: [FixIt("Change nothing", [edit])])
      claim(taken == [0], "an edit of a file fits the file")
      let read = bundle.read(script.file, in: SourceFile(name: source.name, bytes: bytes))
      claim(
        read.script.map(ScriptContent.init) == content,
        "\(script.text(range)), written in its place, says the same")
    }
  }

  /// Input that we accept as JSON is JSON for another parser.
  private static func others(read bytes: [UInt8]) {
    // Foundation has its own nesting limit, and converts numbers.
    let options: JSONSerialization.ReadingOptions = [.fragmentsAllowed]
    claim(
      (try? JSONSerialization.jsonObject(with: Data(bytes), options: options)) != nil,
      "what is read without an error is JSON to Foundation")
  }

  /// Input that we accept as XML is well-formed.
  private static func isWellFormed(_ bytes: [UInt8]) {
    if bytes.starts(with: "bplist".utf8) { return }
    claim(
      XML.isWellFormed(withoutLeadingZeros(bytes)),
      "what is read without an error is XML to libxml2")
  }

  /// libxml2 2.9.14 refuses a letter after ten digits of a hexadecimal reference, which XML allows.
  private static func withoutLeadingZeros(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      let isDigit = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
      if isDigit, result.suffix(4).elementsEqual("&#x0".utf8) { result.removeLast() }
      result.append(byte)
    }
    return result
  }
}

enum XML {
  /// Whether libxml2 accepts it without repairs.
  static func isWellFormed(_ bytes: [UInt8]) -> Bool {
    let quiet = XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue | quiet
    let document = bytes.withUnsafeBytes { bytes in
      xmlReadMemory(
        bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil, nil,
        Int32(bitPattern: options))
    }
    defer { xmlFreeDoc(document) }
    return document != nil
  }
}
