/// One line of text in pieces with roles.
package struct StyledText: Sendable, Hashable {
  package struct Piece: Sendable, Hashable {
    package var text: String
    package var style: TextStyle?
  }

  package private(set) var pieces: [Piece] = []

  package init(_ text: String = "", _ style: TextStyle? = nil) {
    append(text, style)
  }

  /// Appends text with a role. Empty text adds nothing.
  package mutating func append(_ text: String, _ style: TextStyle? = nil) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: text, style: style))
  }

  /// The text without its roles.
  package var plain: String { pieces.map(\.text).joined() }
}
