import SQLScriptsDiagnostics

extension Diagnostic {
  /// The diagnostic as a JSON object with all fields. Unknown fields are null.
  ///
  /// Lines and columns count from one, columns in Unicode scalars. Offsets count bytes from zero. A finding about the
  /// file itself has none of them.
  package var json: JSONText {
    let place = Self.place(span)
    return .object(
      [
        .init("id", .string(id)),
        .init("severity", .string(severity.rawValue)),
        .init("message", .string(message)),
      ] + place + [
        .init("help", .string(help)),
        .init("why", .string(why)),
        .init(
          "related",
          .array(
            related.map { .object([.init("message", .string($0.message))] + Self.place($0.span)) })
        ),
        .init("fix", fixIt.map(Self.fix) ?? .null),
      ])
  }

  private static func fix(_ fixIt: FixIt) -> JSONText {
    .object([
      .init("message", .string(fixIt.message)),
      .init(
        "edits",
        .array(
          fixIt.edits.map { edit in
            .object(
              place(edit.span) + [
                .init("endOffset", .int(edit.span.end.offset)),
                .init("replacement", .string(edit.replacement)),
              ])
          })),
    ])
  }

  private static func place(_ span: SourceSpan) -> [JSONText.Member] {
    let (start, end) = (span.start, span.end)
    let number = { (value: Int) in span.file.isNameOnly ? JSONText.null : .int(value) }
    return [
      .init("file", .string(start.file)),
      .init("line", number(start.line)),
      .init("column", number(start.column)),
      .init("endLine", number(end.line)),
      .init("endColumn", number(end.column)),
      .init("offset", number(start.offset)),
    ]
  }
}
