import SQLScriptsFiles
import SQLScriptsSQL

extension EditedScript {
  /// Whether another version of the file says the same, and has all that somebody may have typed into this one.
  package func says(theSameAs other: EditedScript) -> Bool {
    guard statements.elementsEqual(other.statements, by: { $0.hasSameBytes(as: $1) }),
      content.hasSameBytes(as: other.content)
    else { return false }
    return comments.isSubset(of: other.comments)
  }

  /// What the file says, written in one way.
  private var content: String {
    var content = ScriptContent(script)
    if content.summary?.isEmpty ?? false { content.summary = nil }
    // With the comments before its statements.
    if file.format == .sql { content.items = [] }
    return content.text(.json)
  }

  /// The comments of a `.sql` file, some of which belong to no statement.
  private var comments: Set<[UInt8]> {
    guard file.format == .sql else { return [] }
    let text = SQLFileText(bytes)
    return Set(text.comments.map { Array(text.bytes[$0]) })
  }
}
