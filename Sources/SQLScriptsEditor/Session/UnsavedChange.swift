/// A script that is not saved: its bytes on the disk when it was changed, and those that it has in the editor; nil where
/// there is no file.
struct UnsavedChange: Sendable, Hashable {
  var before: [UInt8]?
  var after: [UInt8]?
}
