import SQLScriptsFiles
import SQLScriptsSQL

extension EditedScript {
  /// Whether another version of the file says the same, with the same comments at the same places.
  package func says(theSameAs other: EditedScript) -> Bool {
    guard statements.elementsEqual(other.statements, by: { $0.hasSameBytes(as: $1) }),
      content.hasSameBytes(as: other.content)
    else { return false }
    return comments == other.comments
  }

  /// What the file says, written in one way.
  private var content: String {
    var content = ScriptContent(script)
    if content.summary?.isEmpty ?? false { content.summary = nil }
    // With the comments before its statements.
    if file.format == .sql { content.items = [] }
    return content.text(.json)
  }
}
