import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSchema

/// A key that belongs to another level of a script, at its right place: `verify` of a statement becomes a key of the
/// script, and `onlyIf` of a script with one statement becomes a key of the statement. A key that is not known anywhere is
/// deleted.
///
/// The result counts only if it has one mistake less, and the same statements.
package struct MovedKey: Sendable, Hashable {
  /// What the change does, in the imperative.
  package let message: String
  /// The whole file afterwards.
  package let bytes: [UInt8]

  /// - Parameter place: where the key begins in the file.
  package init?(_ file: ScriptFile, _ script: Script, keyAt place: Int) {
    guard file.format != .sql, let edited = try? EditedScript(file, script.document.source, script),
      let entry = script.document.entry(keyAt: place), let change = edited.moving(entry)
    else { return nil }
    let old = Self.read(file, edited.bytes)
    let new = Self.read(file, change.bytes)
    guard let read = new.script,
      EditedScript.statements(of: read) == edited.statements,
      new.diagnostics.count == old.diagnostics.count - 1
    else { return nil }
    (message, bytes) = change
  }

  private static func read(
    _ file: ScriptFile, _ bytes: [UInt8]
  ) -> (script: Script?, diagnostics: [Diagnostic]) {
    ScriptBundle(scripts: [])
      .read(file.with(bytes), in: SourceFile(name: file.displayName, bytes: bytes))
  }
}

extension Document {
  fileprivate typealias Entry = (dictionary: Int, key: Int, value: Int)

  fileprivate func entry(keyAt place: Int) -> Entry? {
    for dictionary in nodes.indices where nodes[dictionary].kind == .dictionary {
      let children = children(of: dictionary)
      for at in stride(from: 0, to: children.count - 1, by: 2)
      where span(of: nodes[children[at]]).range.lowerBound == place {
        return (dictionary, children[at], children[at + 1])
      }
    }
    return nil
  }

  fileprivate func text(of node: Int) -> [UInt8] {
    Array(source.bytes[span(of: nodes[node]).range])
  }
}

extension EditedScript {
  fileprivate func moving(_ entry: Document.Entry) -> (message: String, bytes: [UInt8])? {
    let document = script.document
    let name = document.string(of: document.nodes[entry.key])
    let isOfScript = entry.dictionary == 0
    switch (ScriptKey(rawValue: name), StatementKey(rawValue: name)) {
    // Both are words for people.
    case (.description?, _) where !isOfScript:
      return renaming(entry.key, to: StatementKey.note.name)
    case (_, .note?) where isOfScript: return renaming(entry.key, to: ScriptKey.description.name)
    case (let key?, _) where !isOfScript && key != .statements:
      guard document.value(of: name, in: 0) == nil, !hasComment(at: entry),
        let rest = reread(removing(name, in: entry.dictionary))
      else { return nil }
      return (
        "Move “\(name)” out of the statement, because it is a key of the script",
        rest.inserting(name, document.text(of: entry.value))
      )
    case (_, let key?) where isOfScript && key != .sql:
      guard !hasComment(at: entry), let rest = reread(removing(name)),
        let bytes = rest.insertingIntoStatement(name, document.text(of: entry.value))
      else { return nil }
      return ("Move “\(name)” into the statement", bytes)
    case (nil, nil):
      let known = ScriptKey.names + StatementKey.names
      guard !hasComment(at: entry), Spelling.closest(to: name, among: known) == nil else {
        return nil
      }
      return ("Delete “\(name)” and its value", removing(name, in: entry.dictionary))
    default: return nil
    }
  }

  /// Whether a comment belongs to a key of a property list: in it, before it, or between it and its value, or behind that
  /// on its line. It would not move along, as a comment inside the value does.
  private func hasComment(at entry: Document.Entry) -> Bool {
    guard file.format == .plist else { return false }
    let (document, bytes) = (script.document, source.bytes)
    let key = document.span(of: document.nodes[entry.key]).range
    let value = document.span(of: document.nodes[entry.value]).range
    let before = bytes[..<key.lowerBound].reversed().drop { $0.isBlank }
    let after = bytes[value.upperBound...].drop { $0 == 0x20 || $0 == 0x09 }
    return before.starts(with: "-->".utf8.reversed()) || after.starts(with: "<!--".utf8)
      || bytes[key].contains(0x21)
      || !bytes[key.upperBound..<value.lowerBound].allSatisfy(\.isBlank)
  }

  private func reread(_ bytes: [UInt8]) -> EditedScript? {
    let source = SourceFile(name: source.name, bytes: bytes)
    let read = ScriptBundle(scripts: []).read(file.with(bytes), in: source)
    return try? EditedScript(file.with(bytes), source, read.script)
  }

  private func renaming(_ key: Int, to name: String) -> (message: String, bytes: [UInt8]) {
    let span = script.document.span(of: script.document.nodes[key]).range
    let written = file.format == .json ? "\"\(name)\"" : "<key>\(name)</key>"
    return ("Write “\(name)”", replacing(span, with: Array(written.utf8)))
  }

  /// Writes a key into the only statement. A statement that is only text becomes one with keys.
  private func insertingIntoStatement(_ name: String, _ value: [UInt8]) -> [UInt8]? {
    let document = script.document
    guard let list = document.value(of: ScriptKey.statements.name, in: 0),
      case let items = document.children(of: list), items.count == 1
    else { return nil }
    let span = document.span(of: document.nodes[items[0]]).range
    let (isJSON, sql) = (file.format == .json, StatementKey.sql.name)
    let member = Array((isJSON ? "\"\(name)\": " : "<key>\(name)</key>").utf8) + value
    if document.nodes[items[0]].kind == .dictionary {
      guard document.value(of: name, in: items[0]) == nil,
        let open = source.bytes[span].firstIndex(of: isJSON ? UInt8(ascii: "{") : UInt8(ascii: ">"))
      else { return nil }
      return replacing(open + 1..<open + 1, with: member + Array((isJSON ? ", " : "").utf8))
    }
    let (open, close) = isJSON ? ("{ \"\(sql)\": ", " }") : ("<dict><key>\(sql)</key>", "</dict>")
    return replacing(
      span,
      with: Array(open.utf8) + document.text(of: items[0]) + Array((isJSON ? ", " : "").utf8)
        + member + Array(close.utf8))
  }
}
