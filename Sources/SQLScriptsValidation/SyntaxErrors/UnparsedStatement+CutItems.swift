import SQLScriptsFiles

extension UnparsedStatement {
  private static let manyParts = 12

  /// A statement of which an item of a list contains only the first part, and the next items the rest.
  var cutIntoItems: SyntaxErrorCause? {
    let script = statement.script
    guard script.file.format != .sql, token(stop) == nil, let last = tokens.last else { return nil }
    var text = bytes
    let following = script.items.dropFirst(Int(statement.item.number)).prefix(Self.manyParts)
    for (index, item) in following.enumerated() {
      guard text.count + item.text.count <= RehearsedStatement.longestCorrected else { return nil }
      text += [0x0A] + script.document.bytes(of: item.text)
      if probe.understands(text) {
        return .syntax(
          last.range, .cutIntoItems(count: index + 1, end: item.text.upperBound))
      }
    }
    return nil
  }
}
