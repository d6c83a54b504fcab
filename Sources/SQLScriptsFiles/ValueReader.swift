package import SQLScriptsDiagnostics

/// Reads typed values from a document, and reports values of other types.
package struct ValueReader {
  package var document: Document
  package private(set) var diagnostics: [Diagnostic] = []
  private var errorCount = 0

  private let maximum: Int

  /// - Parameter maximum: the number of mistakes of each severity that are reported.
  package init(document: consuming Document, maximum: Int = ScriptBundle.maximumMistakes) {
    self.document = document
    self.maximum = maximum
  }

  /// Reports a finding, unless there are too many. Warnings are counted separately, so that they cannot hide the error
  /// that keeps a script from running (law 10).
  mutating func report(_ mistake: ScriptMistake, at span: SourceSpan) {
    let isError = mistake.severity == .error
    let count = isError ? errorCount : diagnostics.count - errorCount
    guard count < maximum else { return }
    if isError { errorCount += 1 }
    diagnostics.append(Diagnostic(mistake, at: span))
  }

  /// Whether there are so many errors that another one need not be created.
  var isFullOfErrors: Bool { errorCount >= maximum }

  package func text(_ index: Int) -> String { document.string(of: document.nodes[index]) }

  func kind(_ index: Int) -> Node.Kind { document.nodes[index].kind }

  func span(_ index: Int) -> SourceSpan { document.span(of: document.nodes[index]) }

  /// Whether a null stands for an unreadable value, which was already reported.
  func isPlaceholder(_ index: Int) -> Bool {
    guard kind(index) == .null, !document.source.isBinaryPropertyList else {
      return false
    }
    return !document.source.bytes[span(index).range].elementsEqual("null".utf8)
  }

  /// The keys and values of the dictionary at an index. A duplicate key is included once.
  package func entries(of index: Int) -> [(key: Int, value: Int)] {
    let children = document.children(of: index)
    var seen: Set<String> = []
    return stride(from: 0, to: children.count - 1, by: 2).compactMap { at in
      let entry = (key: children[at], value: children[at + 1])
      return seen.insert(text(entry.key)).inserted ? entry : nil
    }
  }

  mutating func dictionary(_ index: Int, of key: Int) -> [(key: Int, value: Int)] {
    if kind(index) == .dictionary { return entries(of: index) }
    reportWrongValue(index, of: key, wanted: "a dictionary")
    return []
  }

  mutating func string(_ index: Int, of key: Int) -> String? {
    if kind(index) == .string { return text(index) }
    reportWrongValue(index, of: key, wanted: "a string")
    return nil
  }

  mutating func bool(_ index: Int, of key: Int) -> Bool? {
    switch kind(index) {
    case .true: return true
    case .false: return false
    default:
      reportWrongValue(
        index, of: key, wanted: "true or false", choices: ["true", "false"],
        meant: truth(index).map { $0 ? "true" : "false" })
      return nil
    }
  }

  /// What a value says in another language or as another type: YES, off, 1.
  private func truth(_ index: Int) -> Bool? {
    switch kind(index) {
    case .true: return true
    case .false: return false
    case .string, .integer:
      let word = text(index).lowercased()
      if ["true", "yes", "on", "1"].contains(word) { return true }
      return ["false", "no", "off", "0"].contains(word) ? false : nil
    default: return nil
    }
  }

  package mutating func integer(_ index: Int, of key: Int, from minimum: Int64) -> Int64? {
    if kind(index) == .integer, let value = Int64(text(index)), value >= minimum { return value }
    // A number in quotes.
    let text = kind(index) == .string ? text(index) : ""
    // A larger number may not be what was written.
    let real = kind(index) == .real ? Double(self.text(index)).flatMap(Int32.init(exactly:)) : nil
    let number = real.map(Int64.init) ?? Int64(text).flatMap { "\($0)" == text ? $0 : nil }
    let meant = number.flatMap { $0 >= minimum ? "\($0)" : nil }
    reportWrongValue(
      index, of: key, wanted: "a whole number from \(minimum) to \(Int64.max)",
      choices: meant.map { [$0] } ?? [], meant: meant)
    return nil
  }

  /// The places of the strings of a list.
  mutating func texts(_ index: Int, of key: Int, wanted: String) -> [Range<Int>] {
    guard kind(index) == .array else {
      reportWrongValue(index, of: key, wanted: wanted)
      return []
    }
    return document.children(of: index).compactMap { child in
      if kind(child) == .string { return document.text(of: document.nodes[child]) }
      reportWrongValue(child, of: key, wanted: wanted)
      return nil
    }
  }

  mutating func choice<Choice>(_ index: Int, of key: Int) -> Choice?
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    if kind(index) == .string, let choice = Choice(rawValue: text(index)) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    // Of the keys with a choice, only this one turns something on or off.
    let isSwitch = Choice.self == Script.ForeignKeys.self && kind(index) != .integer
    let meant = (isSwitch ? truth(index) : nil).map {
      ($0 ? Script.ForeignKeys.checked : .unchecked).rawValue
    }
    reportWrongValue(
      index, of: key, wanted: words.map { "“\($0)”" }.list("or"), choices: words, meant: meant)
    return nil
  }

  /// - Parameters:
  ///   - present: the keys of the dictionary.
  ///   - meant: the key to write instead; nil for the one with the nearest name.
  mutating func reportUnknown(
    _ key: Int, among keys: (some FileKey).Type, present: [(key: Int, value: Int)],
    meant: String? = nil
  ) {
    // A missing key was already reported.
    if isFullOfErrors || span(key).range.isEmpty { return }
    let name = text(key)
    var near = meant ?? Spelling.closest(to: name, among: keys.names)
    // A key that is there cannot be written again.
    let taken = near.flatMap { near in present.contains { text($0.key) == near } ? near : nil }
    if taken != nil { near = nil }
    report(
      .unknownKey(name, known: keys.names, meant: near, taken: taken), at: span(key))
  }

  /// - Parameter meant: the value that was written in another way, if it is not just misspelled.
  mutating func reportWrongValue(
    _ index: Int, of key: Int, wanted: String, choices: [String] = [], meant: String? = nil
  ) {
    if isFullOfErrors || isPlaceholder(index) { return }
    let node = document.nodes[index]
    let found =
      switch node.kind {
      case .string: "“\(text(index).forMessage)”"
      case .integer, .real: text(index).forMessage
      default: node.kind.words
      }
    report(
      .wrongValue(
        of: text(key), wanted: wanted, found: found,
        meant: meant ?? (node.kind == .string ? text(index) : ""), choices: choices),
      at: span(index))
  }
}
