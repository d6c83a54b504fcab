import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A JSON value that the page has sent. Whoever reads it decides what must be there.
struct CallBody {
  private let document: Document
  private let index: Int

  /// Reads one JSON object.
  init(_ bytes: [UInt8]) throws(EditorProblem) {
    let (document, diagnostics) = JSONParser.parse(SourceFile(name: "call", bytes: bytes))
    let errors = diagnostics.filter { $0.severity == .error }
    // Correct JSON may have half of a character, because JavaScript allows it in a text.
    guard document.nodes.first?.kind == .dictionary, errors.allSatisfy(\.isLoneSurrogate) else {
      throw .malformed
    }
    guard errors.isEmpty else {
      throw EditorProblem(
        .invalid, "the text contains a character that a script cannot contain; delete it")
    }
    (self.document, index) = (document, 0)
  }

  private init(_ document: Document, _ index: Int) {
    (self.document, self.index) = (document, index)
  }

  private var node: Node { document.nodes[index] }

  /// The value of a member; nil if there is none, or if it is null.
  subscript(name: String) -> CallBody? {
    guard node.kind == .dictionary else { return nil }
    let entries = document.children(of: index)
    for place in stride(from: 0, to: entries.count - 1, by: 2)
    where document.string(of: document.nodes[entries[place]]) == name {
      let value = CallBody(document, entries[place + 1])
      return value.node.kind == .null ? nil : value
    }
    return nil
  }

  /// The value of a member that must be there.
  func required<Value>(
    _ name: String, _ read: (CallBody) -> Value?
  ) throws(EditorProblem) -> Value {
    guard let value = try optional(name, read) else { throw .malformed }
    return value
  }

  /// The value of a member; nil if there is none, or if it is null. One of another type is refused, because what the page
  /// meant by it is not known.
  func optional<Value>(
    _ name: String, _ read: (CallBody) -> Value?
  ) throws(EditorProblem) -> Value? {
    guard let value = self[name] else { return nil }
    guard let value = read(value) else { throw .malformed }
    return value
  }

  /// The values of a list that may be missing.
  func list<Value>(
    _ name: String, _ read: (CallBody) throws(EditorProblem) -> Value
  ) throws(EditorProblem) -> [Value]? {
    guard let list = try optional(name, \.array) else { return nil }
    var values: [Value] = []
    for each in list { values.append(try read(each)) }
    return values
  }

  /// The members of an object, in their order; nil for anything else.
  var object: [(name: String, value: CallBody)]? {
    guard node.kind == .dictionary else { return nil }
    let entries = document.children(of: index)
    return stride(from: 0, to: entries.count - 1, by: 2).map { place in
      (document.string(of: document.nodes[entries[place]]), CallBody(document, entries[place + 1]))
    }
  }

  /// Nil for anything but a string.
  var string: String? { node.kind == .string ? document.string(of: node) : nil }

  /// Nil for anything but a whole number of 64 bits.
  var integer: Int64? { node.kind == .integer ? Int64(document.string(of: node)) : nil }

  /// A number of something on the page, or a place in a file. Nil for one with which counting could overflow.
  var int: Int? {
    integer.flatMap { (0...Int64(Int32.max)).contains($0) ? Int(exactly: $0) : nil }
  }

  /// Nil for anything but true and false.
  var bool: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The values of an array; nil for anything else.
  var array: [CallBody]? {
    node.kind == .array ? document.children(of: index).map { CallBody(document, $0) } : nil
  }

  /// The values of an array of one type; nil if there is another value in it.
  func all<Value>(_ read: (CallBody) -> Value?) -> [Value]? {
    guard let array else { return nil }
    let values = array.compactMap(read)
    return values.count == array.count ? values : nil
  }
}

extension Diagnostic {
  fileprivate var isLoneSurrogate: Bool {
    if case .loneSurrogate? = mistake as? JSONMistake { true } else { false }
  }
}
