import SQLScriptsAuthoring
import SQLScriptsReporting

extension EditorSession {
  /// Makes the folder again, as it was read last, if it is gone.
  func makeFolderAgain() throws(EditorProblem) {
    try checkFolder(orMake: true)
    do throws(AuthoringError) {
      try folder.makeAgain()
    } catch {
      report(folder.changes())
      throw EditorProblem(
        .notWritten,
        "the scripts folder is gone, and could not be made again: \(error); your changes are still here"
      )
    }
  }

  /// Writes the scripts again that another program has deleted, as the page shows them. Those with unsaved changes are
  /// for saving.
  func putBack() throws(EditorProblem) -> JSONText {
    guard let check else { throw .malformed }
    try makeFolderAgain()
    let unsaved = Set(unsavedNames)
    let deleted = folder.changes().filter { name, change in
      change == .deleted && !unsaved.contains(name) && folder.replacement(of: name) == nil
    }
    for name in deleted.keys.sorted() {
      guard let bytes = folder.saved[name] else { continue }
      do throws(AuthoringError) {
        try folder.write(bytes, to: name, insteadOf: nil, access: nil)
      } catch {
        throw EditorProblem(.notWritten, "\(error)")
      }
    }
    report(folder.changes())
    return .object(patch(from: check, state: state))
  }
}
