import SQLScriptsFiles

/// The content of a script, independent of its format.
package struct ScriptContent: Sendable, Hashable {
  package struct Item: Sendable, Hashable {
    package struct Ignored: Sendable, Hashable {
      package var rule: String
      package var reason: String
    }

    package var sql: String
    package var note: String?
    package var onlyIf: String?
    package var ignore: [Ignored] = []

    package init(_ sql: String) {
      self.sql = sql
    }

    /// Whether it has no keys other than its SQL.
    var isPlain: Bool { note == nil && onlyIf == nil && ignore.isEmpty }
  }

  /// The version that a default script creates; nil for an update, and for version 1.
  package var version: Int64?
  package var summary: String?
  package var isTransactional = true
  package var foreignKeys = Script.ForeignKeys.checked
  package var allowsRowLoss: [String] = []
  package var items: [Item]
  package var require: [Item] = []
  package var verify: [Item] = []

  package init(_ statements: [String] = []) {
    items = statements.map { Item($0) }
  }

  /// The content of a script. Each statement of an SQL file becomes one item, with the comments before it.
  package init(_ script: Script) {
    if script.file.kind == .default, script.version != 1 { version = script.version }
    summary = script.summary
    isTransactional = script.isTransactional
    foreignKeys = script.foreignKeys
    allowsRowLoss = script.allowsRowLoss.map(script.text)
    let read = { (item: ScriptItem) in
      var content = Item(script.text(item.text))
      if let options = script.options(of: item) {
        content.note = options.note
        content.onlyIf = options.onlyIf.map(script.text)
        content.ignore = options.ignore.map { .init(rule: $0.rule, reason: $0.reason) }
      }
      return content
    }
    require = script.require.map(read)
    verify = script.verify.map(read)
    if script.file.format == .sql {
      items = script.items.flatMap { SQLFileText(script.document.bytes(of: $0.text)).statements }
        .map { Item($0) }
    } else {
      items = script.items.map(read)
    }
  }

  /// Whether it has only statements, so that the array form is enough.
  var isPlain: Bool { ScriptKey.allCases.allSatisfy { $0 == .statements || json($0) == nil } }

  /// All keys without the statements, which a format must keep or report.
  var keys: ScriptContent {
    var keys = self
    keys.items = items.filter { !$0.isPlain }
    return keys
  }
}
