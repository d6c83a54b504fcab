import SQLScriptsDiagnostics

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
    if let fixIt = diagnostic.fixIt, !fixIt.edits.isEmpty {
      members.append(.init("fixes", [fix(fixIt)]))
    }
    return .object(members)
  }

  private func related(_ index: Int, _ related: Diagnostic.Related) -> JSONText {
    [
      "id": .int(index + 1),
      "physicalLocation": physicalLocation(related.span),
      "message": message(related.message),
    ]
  }

  /// A fix-it as a `fix`. All its edits are in one file.
  private func fix(_ fixIt: FixIt) -> JSONText {
    let replacements = fixIt.edits.map { edit -> JSONText in
      [
        "deletedRegion": region(edit.span), "insertedContent": ["text": .string(edit.replacement)],
      ]
    }
    return [
      "description": message(fixIt.message),
      "artifactChanges": .array(
        fixIt.edits.prefix(1).map { edit in
          [
            "artifactLocation": artifactLocation(edit.span.start.file),
            "replacements": .array(replacements),
          ]
        }),
    ]
  }

  private func physicalLocation(_ span: SourceSpan) -> JSONText {
    let artifact = artifactLocation(span.start.file)
    guard !span.file.isNameOnly else { return ["artifactLocation": artifact] }
    return ["artifactLocation": artifact, "region": region(span)]
  }

  private func artifactLocation(_ file: String) -> JSONText {
    let uri = folder.uri(of: file)
    return uri.isRelative
      ? ["uri": .string(uri.text), "uriBaseId": .string(Self.base)] : ["uri": .string(uri.text)]
  }

  private func region(_ span: SourceSpan) -> JSONText {
    let (start, end) = (span.start, span.end)
    return [
      "startLine": .int(start.line), "startColumn": .int(start.column),
      "endLine": .int(end.line), "endColumn": .int(end.column),
    ]
  }

  private func message(_ text: String) -> JSONText {
    let lines = text.split(whereSeparator: \.isNewline).map { VisibleText.oneLine(String($0)) }
    return ["text": .string(Self.withoutLinks(lines.joined(separator: "\n")))]
  }

  /// `[text](target)` in a message is a link (section 3.11.6). A name in a script must not create one.
  private static func withoutLinks(_ text: String) -> String {
    guard zip(text, text.dropFirst()).contains(where: { $0 == ("]", "(") }) else { return text }
    return text.reduce(into: "") { result, character in
      if character == "[" || character == "]" { result += "\\" }
      result.append(character)
    }
  }
}
