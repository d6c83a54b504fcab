import SQLScriptsDiagnostics

extension Diagnostic {
  /// A first sentence that is longer is not repeated.
  private static let longAdvice = 120

  /// The message and the first sentence of the advice on one line, for formats with one line per finding.
  package var messageAndAdvice: String {
    let message = VisibleText.oneLine(message)
    guard let advice else { return message }
    let end = message.last.map { ".?!…:".contains($0) } == true ? " " : ". "
    return message + end + VisibleText.oneLine(advice)
  }

  /// The first sentence of the advice.
  private var advice: String? {
    guard let line = help?.split(whereSeparator: \.isNewline).first else { return nil }
    var depth = 0
    var index = line.startIndex
    while index < line.endIndex {
      let character = line[index]
      index = line.index(after: index)
      // A quoted text may contain sentences.
      if character == "“" { depth += 1 }
      if character == "”" { depth -= 1 }
      guard depth <= 0, ".!?".contains(character) else { continue }
      let rest = line[index...]
      guard rest.first == " ", let next = rest.dropFirst().first else { continue }
      if next.isUppercase || next == "“" { return String(line[..<index]) }
    }
    return String(line)
  }

  fileprivate var hasLongAdvice: Bool { (advice?.count ?? 0) > Self.longAdvice }
}

extension [Diagnostic] {
  /// The diagnostics without long advice that an earlier one with the same words already gives.
  package var withLongAdviceOnce: [Diagnostic] {
    var seen: Set<Diagnostic.Words> = []
    return map { diagnostic in
      guard !seen.insert(diagnostic.words).inserted, diagnostic.hasLongAdvice else {
        return diagnostic
      }
      var diagnostic = diagnostic
      diagnostic.help = nil
      return diagnostic
    }
  }
}
