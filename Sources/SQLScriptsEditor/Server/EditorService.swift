import SQLScriptsReporting

/// Answers the calls of the editor's page. The server has already checked where a call comes from.
package protocol EditorService: Sendable {
  /// Answers one call. Several can run at the same time.
  ///
  /// The server cancels the task when the client has closed the connection. A call that takes long and changes nothing
  /// can end then; a call that changes something must not.
  func respond(to call: EditorCall) async -> EditorReply

  /// Returns a new stream of events for a page that has connected. The server cancels it when the page has gone.
  func events() async -> AsyncStream<JSONText>

  /// Whether the user would lose something if the server stopped now.
  var hasUnsavedChanges: Bool { get async }
}
