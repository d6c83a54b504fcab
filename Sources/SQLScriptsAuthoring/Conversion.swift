import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// A bundle converted to another format: the same statements, keys and notes.
///
/// Creating a conversion writes nothing. `write` writes nothing unless every file can be converted, so a bundle never
/// has two formats.
package struct Conversion: Sendable {
  /// The conversion of one file.
  package struct Change: Sendable {
    package let file: ScriptFile
    /// The contents of the file.
    package let before: [UInt8]
    /// The path of the new file; for a binary property list, its own.
    package let path: String
    /// The contents of the new file; nil if an interrupted run has already written it.
    package let after: [UInt8]?
    /// Whether it has comments that the new format cannot hold.
    package let losesComments: Bool
  }

  package struct Refusal: Error, Sendable {
    package enum Reason: Sendable {
      /// It cannot be read as a script.
      case unreadable([Diagnostic])
      /// The format cannot hold these parts.
      case cannotHold([String])
      /// It was written and read again, and its content was different.
      case wouldChange
      /// No scripts create a database on which it runs to its end, and SQLite might store a different text than before.
      case notProved
      /// It has comments that the format cannot hold, and dropping them was not requested.
      case losesComments
      /// The new file already exists with other content.
      case occupied(path: String)
    }

    package let file: ScriptFile
    package let reason: Reason
  }

  package let format: ScriptFile.Format
  package private(set) var changes: [Change] = []
  package private(set) var refusals: [Refusal] = []
  /// The differences that the new files would cause, as text. Both bundles were run, and nothing is written unless the
  /// results are the same.
  package private(set) var differences: [String] = []

  /// The new files that were proved by running both bundles.
  package private(set) var run: [ScriptFile] = []
  /// The new files whose text alone was compared, because no scripts create a database on which they run to their end.
  /// Their statements are the same byte by byte.
  package private(set) var compared: [ScriptFile] = []

  /// Whether there is a reason to write nothing.
  package var isRefused: Bool { !refusals.isEmpty || !differences.isEmpty }

  /// Reads all scripts of a bundle and converts them.
  ///
  /// - Parameters:
  ///   - dropsComments: whether comments that the format cannot hold may be dropped.
  ///   - proves: whether to run both bundles; false only if nothing will be written.
  /// - Throws: if a file cannot be read at all.
  package init(
    of bundle: ScriptBundle, to format: ScriptFile.Format, dropsComments: Bool = false,
    proves: Bool = true
  ) throws(ScriptBundleError) {
    self.format = format
    let files = bundle.scripts + bundle.duplicates.map(\.file)
    for file in files {
      switch try Self.change(file, of: bundle, among: files, to: format) {
      case .success(let change?) where change.losesComments && !dropsComments:
        refusals.append(Refusal(file: file, reason: .losesComments))
      case .success(let change): changes += [change].compactMap { $0 }
      case .failure(let refusal): refusals.append(refusal)
      }
    }
    guard proves, refusals.isEmpty, changes.contains(where: { $0.after != nil }) else { return }
    let after = changes.reduce(bundle) { bundle, change in
      guard let bytes = change.after else { return bundle }
      return bundle.adding(Self.target(of: change.file, format).with(bytes))
    }
    let proof = ReplayProof(ScriptLibrary(bundle), ScriptLibrary(after))
    differences = proof.differences
    for change in changes where change.after != nil {
      if proof.hasRun(change.file.kind) {
        run.append(change.file)
      } else if StatementTexts.areSame(change.file, in: bundle, after) {
        compared.append(change.file)
      } else {
        refusals.append(Refusal(file: change.file, reason: .notProved))
      }
    }
  }

  /// The conversion of one file; nil if it already has the format.
  private static func change(
    _ file: ScriptFile, of bundle: ScriptBundle, among files: [ScriptFile],
    to format: ScriptFile.Format
  ) throws(ScriptBundleError) -> Result<Change?, Refusal> {
    let source = try bundle.source(of: file)
    let isBinary = source.isBinaryPropertyList
    guard file.format != format || isBinary else { return .success(nil) }
    let refused = { (reason: Refusal.Reason) -> Result<Change?, Refusal> in
      .failure(Refusal(file: file, reason: reason))
    }
    let (script, diagnostics) = bundle.read(file, in: source)
    guard let script, !diagnostics.hasErrors else {
      return refused(.unreadable(diagnostics.filter { $0.severity == .error }))
    }
    let content = ScriptContent(script)
    let problems = content.problems(in: format)
    guard problems.isEmpty else { return refused(.cannotHold(problems)) }
    let bytes = Array(content.text(format).utf8)
    let target = target(of: file, format)
    guard says(script, content, bytes, as: target, in: bundle) else {
      return refused(.wouldChange)
    }
    let losesComments = content.losesComments(of: source, file.format)
    var change = Change(
      file: file, before: Array(source.bytes), path: target.displayName, after: bytes,
      losesComments: losesComments)
    guard let other = files.first(where: { $0.name == target.name && $0.name != file.name }) else {
      return .success(change)
    }
    guard let written = try? Array(bundle.source(of: other).bytes),
      says(script, content, written, as: target, in: bundle)
    else { return refused(.occupied(path: target.displayName)) }
    change = Change(
      file: file, before: Array(source.bytes), path: target.displayName, after: nil,
      losesComments: losesComments)
    return .success(change)
  }

  /// The new file for a file.
  private static func target(of file: ScriptFile, _ format: ScriptFile.Format) -> ScriptFile {
    guard file.format != format, var name = ScriptName(file.name) else { return file }
    name.format = format
    let folder = file.displayName.dropLast(file.name.count)
    return ScriptFile(
      kind: file.kind, format: format, name: name.canonicalFileName,
      displayName: folder + name.canonicalFileName, content: file.content)
  }

  /// Whether bytes, read as a script, have the same content: every statement token by token, and every key.
  private static func says(
    _ script: Script, _ content: ScriptContent, _ bytes: [UInt8], as file: ScriptFile,
    in bundle: ScriptBundle
  ) -> Bool {
    let source = SourceFile(name: file.displayName, bytes: bytes)
    let (read, diagnostics) = bundle.read(file, in: source)
    guard let read, !diagnostics.hasErrors else { return false }
    guard Checksum(of: read) == Checksum(of: script),
      StatementTexts.areSame(read, script, tails: false)
    else { return false }
    let written = ScriptContent(read)
    return file.format == .sql || script.file.format == .sql
      ? written.keys == content.keys : written == content
  }
}

extension Conversion {
  /// A script in another format; in its own, as it is. Nothing is run.
  ///
  /// - Parameter dropsComments: whether comments that the format cannot hold may be dropped.
  /// - Returns: nil if it cannot be read, or if the format cannot hold it.
  package static func bytes(
    of file: ScriptFile, in format: ScriptFile.Format, dropsComments: Bool = false
  ) -> [UInt8]? {
    guard case .bytes(let bytes) = file.content, file.format != format else {
      return try? file.content.bytes()
    }
    let bundle = ScriptBundle(scripts: []).adding(file)
    guard let result = try? change(file, of: bundle, among: [file], to: format),
      case .success(let change?) = result, dropsComments || !change.losesComments
    else { return nil }
    return change.after ?? bytes
  }

  /// Whether two files are the same script, in whichever formats.
  package static func isSame(_ file: ScriptFile, as other: ScriptFile) -> Bool {
    guard let bytes = try? file.content.bytes(), let others = try? other.content.bytes() else {
      return false
    }
    if bytes == others, file.format == other.format { return true }
    guard let script = (try? ScriptBundle(scripts: []).read(file))?.script else { return false }
    return says(
      script, ScriptContent(script), others, as: other, in: ScriptBundle(scripts: []))
  }

  /// Writes each new file completely before it deletes the old one. If this is interrupted, every script exists once or
  /// twice, and running it again finishes the conversion.
  package func write() throws(AuthoringError) {
    guard !isRefused else { return }
    for change in changes {
      if change.path == change.file.displayName {
        if let after = change.after {
          try ReplacedFile.write(after, to: change.path, insteadOf: change.before)
        }
        continue
      }
      if let after = change.after {
        try NewFile.writeSafely(
          after, to: change.path, access: FileAccess(of: change.file.displayName))
      }
      try NewFile.remove(change.file.displayName, holding: change.before)
    }
  }
}

extension ScriptContent {
  /// Whether a file has comments that its content does not include, other than those of our templates.
  fileprivate func losesComments(of source: SourceFile, _ format: ScriptFile.Format) -> Bool {
    guard format != .sql || items.isEmpty else { return false }
    return !Self.comments(in: Array(source.bytes), format).isSubset(of: Self.templateComments)
  }

  private static func comments(in bytes: [UInt8], _ format: ScriptFile.Format) -> Set<String> {
    let places =
      switch format {
      case .json: [Range<Int>]()
      case .plist: PropertyListLayout(bytes).comments
      case .sql: SQLFileText(bytes).comments.map(\.range)
      }
    return Set(
      places.map { place in
        String(decoding: bytes[place], as: UTF8.self).split { $0.isWhitespace }
          .joined(separator: " ")
      })
  }

  private static let templateComments = Set(
    [ScriptFile.Format.plist, .sql].flatMap { format in
      [ScriptText.update(format, description: ""), ScriptText.default(format)]
        .flatMap { comments(in: Array($0.utf8), format) }
    })
}
