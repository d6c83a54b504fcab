extension SARIFRenderer {
  /// One diagnostic as a `result`.
  func result(_ diagnostic: Diagnostic, ruleIndex: Int, fingerprint: String) -> JSONText {
    let text = [diagnostic.message, diagnostic.why, diagnostic.help].compactMap { $0 }
      .joined(separator: "\n")
    var members: [JSONText.Member] = [
      .init("ruleId", .string(diagnostic.id)),
      .init("ruleIndex", .int(ruleIndex)),
      .init("level", .string(diagnostic.severity.compilerWord)),
      .init("message", message(text)),
      .init("locations", [["physicalLocation": physicalLocation(diagnostic.span)]]),
    ]
    if !diagnostic.related.isEmpty {
      members.append(
        .init("relatedLocations", .array(diagnostic.related.enumerated().map(related))))
    }
    members.append(.init("partialFingerprints", [SARIFFingerprints.name: .string(fingerprint)]))
    return .object(members)
  }

  private func related(_ index: Int, _ related: Diagnostic.Related) -> JSONText {
    [
      "id": .int(index + 1),
      "physicalLocation": physicalLocation(related.span),
      "message": message(related.message),
    ]
  }

  private func physicalLocation(_ span: SourceSpan) -> JSONText {
    let (start, end) = (span.start, span.end)
    let uri = folder.uri(of: start.file)
    let artifact: JSONText =
      uri.isRelative
      ? ["uri": .string(uri.text), "uriBaseId": .string(Self.base)] : ["uri": .string(uri.text)]
    return [
      "artifactLocation": artifact,
      "region": [
        "startLine": .int(start.line), "startColumn": .int(start.column),
        "endLine": .int(end.line), "endColumn": .int(end.column),
      ],
    ]
  }

  private func message(_ text: String) -> JSONText {
    let lines = text.split(whereSeparator: \.isNewline).map { VisibleText.oneLine(String($0)) }
    return ["text": .string(Self.withoutLinks(lines.joined(separator: "\n")))]
  }

  /// `[text](target)` in a message is a link (section 3.11.6), and a name in a script must not make one.
  private static func withoutLinks(_ text: String) -> String {
    guard text.contains("](") else { return text }
    return text.reduce(into: "") { result, character in
      if character == "[" || character == "]" { result += "\\" }
      result.append(character)
    }
  }
}
