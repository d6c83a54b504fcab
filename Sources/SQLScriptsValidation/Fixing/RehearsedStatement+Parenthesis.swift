import SQLScriptsDiagnostics

extension RehearsedStatement {
  /// The statement with its missing closing parenthesis, if SQLite compiles it with the parenthesis at one place only.
  var withParenthesis: FixIt? {
    guard case .unclosedBracket(let opening) = syntaxErrorCause, restOfCutList == nil,
      range.count <= Self.longestCorrected
    else { return nil }
    let ends = tokens.filter { $0.kind != .semicolon }.map(\.range.upperBound)
    let places = ends.filter { $0 > opening.lowerBound }
    // Each place is compiled.
    guard places.count <= 64, let last = places.last, let probe = probe(for: bytes(after: []))
    else { return nil }
    let edits = places.map { StatementEdit($0..<$0, ")") }
    let valid = edits.filter { probe.compiles(bytes(after: [$0])) }
    guard valid.count == 1, let edit = valid.first else { return nil }
    let next = tokens.first { $0.range.lowerBound >= edit.range.upperBound }
    let place =
      edit.range.lowerBound == last ? "at the end" : next.map { "before “\(text($0))”" } ?? "here"
    return fixIt("Write “)” \(place)", [edit])
  }
}
