/// A script that is not saved.
struct UnsavedChange: Sendable, Hashable {
  /// Its bytes on the disk when it was changed, and those that it has in the editor; nil where there is no file.
  var before: [UInt8]?
  var after: [UInt8]?
  /// The file that it has on the disk, if that has another name.
  var oldName: String?
}
