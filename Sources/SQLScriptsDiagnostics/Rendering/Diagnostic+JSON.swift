extension Diagnostic {
  /// The diagnostic as a JSON object. Every field is always there; what is not known is null.
  ///
  /// Lines and columns count from one, columns in Unicode scalars; offsets count bytes from zero.
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
    return [
      .init("file", .string(start.file)),
      .init("line", .int(start.line)),
      .init("column", .int(start.column)),
      .init("endLine", .int(end.line)),
      .init("endColumn", .int(end.column)),
      .init("offset", .int(start.offset)),
    ]
  }
}
