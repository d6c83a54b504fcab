/// Unsaved changes of an earlier editor in a file of their own, because nothing tells whether they belong to the scripts
/// that are in the folder now.
struct SetAside: Sendable {
  let path: String
  let contents: JournalContents
  /// When they were made, in seconds since 1970.
  let date: Int64

  /// The name that the page uses. It has no path.
  var name: String { String(path.split(separator: "/").last ?? "") }
}
