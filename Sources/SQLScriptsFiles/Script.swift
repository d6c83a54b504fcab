package import SQLScriptsDiagnostics

/// A parsed script file: its statements and its keys.
///
/// All text stays in the document. SQLite reads it there wherever a NUL follows it.
package struct Script: Sendable {
  /// The file it was read from.
  package let file: ScriptFile

  /// The text of the ranges below, with a map to the file.
  package let document: Document

  /// The version that a default script creates (1 by default), or that an update migrates to.
  package var version: Int64

  /// The description, if the script has one.
  package var summary: String?

  /// Whether the statements run in a transaction (law 19).
  package var isTransactional = true

  /// How foreign keys are checked (law 17).
  package var foreignKeys = ForeignKeys.checked

  /// The places of the names of tables that the script may empty or shrink.
  package var allowsRowLoss: [Range<Int>] = []

  /// The items in order.
  package var items: ScriptItems { ScriptItems(document: document, list: list) }

  /// The places of the items.
  var list = ScriptItems.List.each([])

  /// The other keys of items in dictionary form.
  package var options: [ScriptItem.Options] = []

  /// Queries that must return no row before the first statement.
  package var require: [ScriptItem] = []

  /// Queries that must return no row before the commit.
  package var verify: [ScriptItem] = []

  package enum ForeignKeys: String, Sendable, CaseIterable {
    case checked, unchecked
  }

  package init(file: ScriptFile, document: Document, version: Int64) {
    self.file = file
    self.document = document
    self.version = version
  }
}

/// One item of a script: usually one statement; for a `.sql` file, the whole text.
package struct ScriptItem: Sendable {
  /// The place of the item in its array, from one.
  package var number: UInt32

  /// The offset of its text in the document.
  private var textStart: UInt32

  /// How many bytes of text it has.
  private var textCount: UInt32

  /// The index of its options in the script, or -1, because most items have none.
  package var optionsIndex: Int32 = -1

  package var text: Range<Int> { Int(textStart)..<Int(textStart) + Int(textCount) }

  package init(number: Int, text: Range<Int>) {
    self.number = UInt32(clamping: number)
    textStart = UInt32(clamping: text.lowerBound)
    textCount = UInt32(clamping: text.count)
  }

  package struct Options: Sendable {
    /// A comment for people.
    package var note: String?

    /// A query. The statement runs only if its first value is true.
    package var onlyIf: Range<Int>?

    /// Rules that the author ignores here, with the reason.
    package var ignore: [(rule: String, reason: String)] = []

    package init() {}
  }
}

extension Script {
  /// The options of an item, if there are any.
  package func options(of item: ScriptItem) -> ScriptItem.Options? {
    options.indices.contains(Int(item.optionsIndex)) ? options[Int(item.optionsIndex)] : nil
  }

  /// The text of a range of the document.
  package func text(_ range: Range<Int>) -> String {
    document.withBytes(of: range) { String(decoding: $0, as: UTF8.self) }
  }

  /// The span in the file for a range of the document.
  package func span(of range: Range<Int>) -> SourceSpan {
    let start = document.sourceOffset(of: range.lowerBound)
    let end = range.isEmpty ? start : sourceEnd(of: range)
    return SourceSpan(file: document.source, range: start..<max(start, end))
  }
}
