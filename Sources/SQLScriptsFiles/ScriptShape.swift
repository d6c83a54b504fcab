package import SQLScriptsDiagnostics

/// Converts a property list or JSON document into a script.
package enum ScriptShape {
  /// Creates the script of a document, in array form or dictionary form.
  ///
  /// Nil if the file is neither. With an error among the diagnostics the script must not run, because the incorrect
  /// parts are missing.
  package static func shape(
    _ document: consuming Document, of file: ScriptFile,
    maximum: Int = ScriptBundle.maximumMistakes
  ) -> (script: Script?, diagnostics: [Diagnostic]) {
    let reader = ValueReader(document: document, maximum: maximum)
    var shaper = ScriptShaper(reader: reader, file: file)
    let isScript = shaper.readRoot()
    shaper.checkLineEnds()
    let diagnostics = shaper.reader.diagnostics
    return (isScript ? shaper.finish() : nil, diagnostics)
  }
}

/// Builds a script.
struct ScriptShaper {
  var reader: ValueReader
  let file: ScriptFile
  var version: Int64
  var summary: String?
  var isTransactional = true
  var foreignKeys = Script.ForeignKeys.checked
  var allowsRowLoss: [Range<Int>] = []
  var list = ScriptItems.List.each([])
  var options: [ScriptItem.Options] = []
  var require: [ScriptItem] = []
  var verify: [ScriptItem] = []
  /// The source map of the parser, stored when the first statement with several lines is added.
  var parsedSegments: [SourceMap.Segment]?

  init(reader: consuming ValueReader, file: ScriptFile) {
    self.reader = reader
    self.file = file
    if case .update(let version) = file.kind { self.version = version } else { version = 1 }
  }

  /// Reads the document. Returns false if it cannot become a script.
  mutating func readRoot() -> Bool {
    guard let root = reader.document.nodes.first else { return false }
    switch root.kind {
    case .array: list = readItems(of: 0)
    case .dictionary: readLongForm()
    default:
      if !reader.isPlaceholder(0) { reader.report(.wrongRoot(root.kind), at: reader.span(0)) }
      return false
    }
    return true
  }

  consuming func finish() -> Script {
    var script = Script(file: file, document: reader.document, version: version)
    script.summary = summary
    script.isTransactional = isTransactional
    script.foreignKeys = foreignKeys
    script.allowsRowLoss = allowsRowLoss
    script.list = list
    script.options = options
    script.require = require
    script.verify = verify
    return script
  }

  private mutating func readLongForm() {
    var hasStatements = false
    let entries = reader.entries(of: 0)
    let keys = entries.map { reader.text($0.key) }
    let known = Set(ScriptKey.names + ["$schema"])
    // Near misses are only searched in this many keys.
    let first = keys.prefix(ScriptBundle.maximumMistakes)
    let isNearStatements = first.contains {
      !known.contains($0)
        && Spelling.closest(to: $0, among: ScriptKey.names) == ScriptKey.statements.name
    }
    let meant =
      keys.contains(ScriptKey.statements.name) || isNearStatements
      ? nil : invented(entries, besides: known)
    // If all keys are invented, one finding that suggests a list is better than one for each key.
    if !keys.contains(ScriptKey.statements.name), !isNearStatements, meant == nil, !keys.isEmpty,
      first.allSatisfy({ !$0.isEmpty && Spelling.closest(to: $0, among: ScriptKey.names) == nil }),
      known.isDisjoint(with: keys)
    {
      return reader.report(.dictionaryRoot(file.format), at: reader.span(0))
    }
    for (key, value) in entries {
      let name = reader.text(key)
      guard let known = ScriptKey(rawValue: name) else {
        if name == "$schema", file.format == .json {
          _ = reader.string(value, of: key)
        } else {
          reader.reportUnknown(
            key, among: ScriptKey.self, present: entries,
            meant: key == meant ? ScriptKey.statements.name : nil)
        }
        continue
      }
      if known.isForDefaultOnly, file.kind != .default {
        reader.report(.versionInUpdate, at: reader.span(key))
        continue
      }
      switch known {
      case .statements:
        hasStatements = true
        list = readList(value, of: key)
      case .version: version = reader.integer(value, of: key, from: 1) ?? version
      case .description: summary = reader.string(value, of: key)
      case .transaction: isTransactional = reader.bool(value, of: key) ?? true
      case .foreignKeys: foreignKeys = reader.choice(value, of: key) ?? .checked
      case .allowsRowLoss:
        allowsRowLoss = reader.texts(value, of: key, wanted: "a list of table names")
      case .require: require = items(of: readList(value, of: key, isQuery: true))
      case .verify: verify = items(of: readList(value, of: key, isQuery: true))
      }
    }
    let isWhole = !reader.document.unclosed.contains(0)
    if !hasStatements, !isNearStatements, meant == nil, isWhole {
      reader.report(.missingStatements, at: reader.span(0))
    }
  }

  /// The only list under an unknown key, such as “sql” or “steps”. To delete it would delete the statements.
  private func invented(
    _ entries: [(key: Int, value: Int)], besides known: Set<String>
  ) -> Int? {
    let lists = entries.lazy.filter { key, value in
      reader.kind(value) == .array && !known.contains(reader.text(key))
    }.prefix(2)
    return lists.count == 1 ? lists.first?.key : nil
  }

  private mutating func readList(
    _ index: Int, of key: Int, isQuery: Bool = false
  ) -> ScriptItems.List {
    if reader.kind(index) == .array { return readItems(of: index, isQuery: isQuery) }
    reader.reportWrongValue(index, of: key, wanted: "a list")
    return .each([])
  }

  private mutating func readItems(of list: Int, isQuery: Bool = false) -> ScriptItems.List {
    let nodes = list + 1..<reader.document.next(after: list)
    // Nil while there are only strings.
    var items: [ScriptItem]?
    var index = nodes.lowerBound
    var number = 1
    while index < nodes.upperBound {
      if items == nil, reader.kind(index) != .string {
        items = self.items(of: .texts(nodes.lowerBound..<index))
      }
      if let item = readItem(index, number: number, isQuery: isQuery) { items?.append(item) }
      number += 1
      index = reader.document.next(after: index)
    }
    return items.map { .each($0) } ?? .texts(nodes)
  }

  private func items(of list: ScriptItems.List) -> [ScriptItem] {
    Array(ScriptItems(document: reader.document, list: list))
  }

  func eachText(_ body: (Range<Int>) -> Void) {
    switch list {
    case .texts(let nodes):
      for node in reader.document.nodes[nodes] { body(reader.document.text(of: node)) }
    case .each(let items):
      for item in items { body(item.text) }
    }
  }
}
