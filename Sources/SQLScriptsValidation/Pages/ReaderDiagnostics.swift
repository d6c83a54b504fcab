/// The pages for findings that no rule of the catalog reports: those of the file readers and of the rehearsal.
enum ReaderDiagnostics {
  /// Findings from before any statement is checked.
  static let reading = names + text + propertyLists + jsonFiles + shape

  /// Findings from running the scripts, and about ignore comments.
  static let running = rehearsal + allowing + history + targets

  /// An example with one file.
  static func file(_ name: String, _ text: String) -> RulePage.Example {
    [RulePage.File(name: name, text: text)]
  }

  /// An example of an update as a property list, given the contents of its `<array>`.
  static func plist(_ items: String...) -> RulePage.Example {
    let lines = items.map { "  \($0)\n" }.joined()
    return file(
      "sql_update_2.plist", "<plist version=\"1.0\">\n<array>\n\(lines)</array>\n</plist>\n")
  }

  /// An example of an update as JSON.
  static func json(_ text: String) -> RulePage.Example { file("sql_update_2.json", text + "\n") }

  /// An example of a default script and an update, given their statements.
  static func statements(_ before: [String], _ update: String...) -> RulePage.Example {
    [
      RulePage.File(name: "sql_default", list: before),
      RulePage.File(name: "sql_update_2", list: update),
    ]
  }

  /// An example of files of which only the names matter.
  static func named(_ names: String...) -> RulePage.Example {
    names.map { RulePage.File(name: $0, list: []) }
  }
}
