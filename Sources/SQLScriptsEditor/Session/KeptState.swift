/// What becomes of unsaved changes when the editor ends.
package enum KeptState: Sendable {
  /// The next editor shows them.
  case shown
  /// It offers them, because the scripts that they belong to are not in the folder now.
  case offered
  case lost
}
