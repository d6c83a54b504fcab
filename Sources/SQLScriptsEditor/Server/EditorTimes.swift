import NIOCore

/// How long the server waits. Tests use other times.
package struct EditorTimes: Sendable {
  /// For the complete head of a request, after the connection was made.
  package var head = TimeAmount.seconds(10)
  /// For the complete body of a request, after its head.
  package var body = TimeAmount.seconds(30)
  /// For a client to read a response.
  package var response = TimeAmount.seconds(60)
  /// For a client to close its side of a connection after the response.
  package var closing = TimeAmount.seconds(2)
  /// Between two signs of life on an event stream.
  package var alive = TimeAmount.seconds(10)
  /// For running calls to finish when the server stops.
  package var stopping = TimeAmount.seconds(5)

  /// From the start of the server to the first page.
  package var firstPage = TimeAmount.minutes(5)
  /// From the last page's end to the end of the server. A page that reloads needs less.
  package var reload = TimeAmount.seconds(10)
  /// From the last call to the end of the server.
  package var idle = TimeAmount.minutes(30)

  package init() {}
}
