package import SQLScriptsDiagnostics

extension ScriptShape {
  /// Creates the script of a `.sql` file: one item with the whole text, which SQLite itself splits into statements; no
  /// item if there is no statement. Nil if the file is not UTF-8 text.
  package static func shape(
    sql source: SourceFile, of file: ScriptFile
  ) -> (script: Script?, diagnostics: [Diagnostic]) {
    var builder = DocumentBuilder(source: source)
    let checked = TextCheck.start(of: source, reportingTo: &builder, allowsNothing: true)
    guard let start = checked else {
      return (nil, builder.diagnostics)
    }
    let nul = source.withBytes { ByteScan.endOfText(in: $0) }
    if nul < source.count {
      builder.report(TextMistake.nulCharacter, at: builder.span(nul..<nul + 1))
    }
    var (document, diagnostics) = builder.finish()
    var shaper = ScriptShaper(reader: ValueReader(document: document), file: file)
    shaper.readHeader(from: start)
    let text = start..<source.count
    shaper.list = .each([ScriptItem(number: 1, text: text)])
    shaper.checkLineEnds()
    diagnostics += shaper.reader.diagnostics
    if document.withBytes(of: text, { $0[...].hasNoStatement }) { shaper.list = .each([]) }
    return (shaper.finish(), diagnostics)
  }
}
