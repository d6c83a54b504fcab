/// A file of the editor's page. It is part of the program, so that the server never opens files for a request.
package struct EditorFile: Sendable {
  /// The media type, for example `text/javascript; charset=utf-8`.
  package var type: String
  package var bytes: [UInt8]

  package init(type: String, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }
}
