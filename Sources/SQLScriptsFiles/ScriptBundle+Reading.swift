package import SQLScriptsDiagnostics

extension ScriptBundle {
  /// Reads and parses a script. Throws if the file cannot be read; mistakes in it are reported.
  ///
  /// The script is nil if the file is not usable at all. With an error among the diagnostics it must not run (law 10).
  package func read(
    _ file: ScriptFile
  ) throws(ScriptBundleError) -> (script: Script?, diagnostics: [Diagnostic]) {
    try read(file, in: source(of: file))
  }

  /// Reads the text of a script. Throws if the file cannot be read.
  package func source(of file: ScriptFile) throws(ScriptBundleError) -> SourceFile {
    switch file.content {
    case .bytes(let bytes): SourceFile(name: file.displayName, bytes: bytes)
    case .path(let path): try ScriptDirectory.source(ofFile: path, name: file.displayName)
    case .unreachable(let path, let reason): throw ScriptBundleError(path: path, reason: reason)
    }
  }

  /// The number of mistakes after which a reader stops. More would not help an author.
  package static let maximumMistakes = 100

  /// Parses a script from a text.
  package func read(
    _ file: ScriptFile, in source: SourceFile, maximum: Int = maximumMistakes
  ) -> (script: Script?, diagnostics: [Diagnostic]) {
    if let mismatch = FileContents.mismatch(of: file, in: source) { return (nil, [mismatch]) }
    let result =
      switch file.format {
      case .sql: ScriptShape.shape(sql: source, of: file)
      case .json:
        Self.shape(
          JSONParser.parse(source, maximum: maximum, isScript: true), of: file, maximum)
      case .plist:
        Self.shape(PropertyListParser.parse(source, maximum: maximum), of: file, maximum)
      }
    // In a .sql file, only SQLite would report the conflict markers.
    if file.format == .sql || result.diagnostics.hasErrors {
      let conflicts = MergeConflict.diagnostics(in: source)
      if !conflicts.isEmpty { return (nil, conflicts) }
    }
    return result
  }

  /// Reads the settings. A bundle without a settings file has the defaults.
  package func settings() throws(ScriptBundleError) -> (
    settings: BundleSettings, diagnostics: [Diagnostic]
  ) {
    guard let parsed = try settingsDocument() else { return (BundleSettings(), []) }
    let shaped = BundleSettings.shape(parsed.document)
    return (shaped.settings, parsed.diagnostics + shaped.diagnostics)
  }

  /// The parsed settings file with positions; nil if the bundle has none.
  package func settingsDocument() throws(ScriptBundleError) -> (
    document: Document, diagnostics: [Diagnostic]
  )? {
    guard let settingsFile else { return nil }
    var name = BundleSettings.fileName
    if case .path(let path) = settingsFile { name = path }
    return JSONParser.parse(SourceFile(name: name, bytes: try settingsFile.bytes()))
  }

  private static func shape(
    _ parsed: consuming (document: Document, diagnostics: [Diagnostic]), of file: ScriptFile,
    _ maximum: Int
  ) -> (script: Script?, diagnostics: [Diagnostic]) {
    var diagnostics = parsed.diagnostics
    let source = parsed.document.source
    let shaped = ScriptShape.shape(parsed.document, of: file, maximum: maximum)
    // An unclosed tag looks empty, too.
    let broken = Set(diagnostics.map(\.span.range.lowerBound))
    diagnostics += shaped.diagnostics.filter { finding in
      finding.severity == .error || !broken.contains(finding.span.range.lowerBound)
    }
    if shaped.script == nil, !diagnostics.hasErrors {
      diagnostics.append(
        Diagnostic(TextMistake.nothingInside, at: SourceSpan(file: source, range: 0..<0)))
    }
    return (shaped.script, diagnostics)
  }
}

extension ScriptFile.Content {
  package func bytes() throws(ScriptBundleError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): return bytes
    case .path(let path): return try ScriptDirectory.bytes(ofFile: path)
    case .unreachable(let path, let reason): throw ScriptBundleError(path: path, reason: reason)
    }
  }
}
