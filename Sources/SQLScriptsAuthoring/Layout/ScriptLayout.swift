import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// Formatted scripts: indentation and line endings between the statements.
///
/// Statements stay unchanged, including their whitespace, because SQLite stores the text of what it creates.
package struct ScriptLayout: Sendable {
  package struct Change: Sendable {
    package let file: ScriptFile
    package let before: [UInt8]
    package let after: [UInt8]
  }

  package struct Refusal: Sendable {
    package let file: ScriptFile
    /// The errors that keep it from being read; empty if formatting would change its content.
    package let diagnostics: [Diagnostic]
    /// Whether no scripts create a database on which it runs to its end, and SQLite might store a different text than
    /// before.
    package var isUnproved = false
  }

  package private(set) var changes: [Change] = []
  package private(set) var refusals: [Refusal] = []
  /// The differences that the new files would cause, as text. Both bundles were run, and nothing is written unless the
  /// results are the same.
  package private(set) var differences: [String] = []

  /// The scripts whose text alone was compared, because no scripts create a database on which they run to their end.
  package private(set) var compared: [ScriptFile] = []

  /// The number of scripts that were read.
  package let count: Int

  /// Formats all scripts of a bundle. Writes nothing.
  ///
  /// - Throws: if a file cannot be read at all.
  package init(of bundle: ScriptBundle) throws(ScriptBundleError) {
    count = bundle.scripts.count
    for file in bundle.scripts {
      let source = try bundle.source(of: file)
      // A binary property list has no lines.
      if source.isBinaryPropertyList { continue }
      let (script, diagnostics) = bundle.read(file, in: source)
      let errors = diagnostics.filter { $0.severity == .error }
      guard let script, errors.isEmpty else {
        refusals.append(Refusal(file: file, diagnostics: errors))
        continue
      }
      let bytes = Self.laidOut(source, file.format)
      if source.bytes.elementsEqual(bytes) { continue }
      let after = bundle.read(file, in: SourceFile(name: file.displayName, bytes: bytes))
      guard let read = after.script, !after.diagnostics.hasErrors,
        Checksum(of: read) == Checksum(of: script),
        StatementTexts.areSame(read, script, tails: false),
        Self.saysTheSame(ScriptContent(read), ScriptContent(script), file.format)
      else {
        refusals.append(Refusal(file: file, diagnostics: []))
        continue
      }
      changes.append(Change(file: file, before: Array(source.bytes), after: bytes))
    }
    guard !changes.isEmpty else { return }
    let contents = Dictionary(
      changes.map { ($0.file.name, $0.after) }, uniquingKeysWith: { first, _ in first })
    let after = bundle.replacing(contents)
    let proof = ReplayProof(ScriptLibrary(bundle), ScriptLibrary(after))
    differences = proof.differences
    changes.removeAll { change in
      if proof.hasRun(change.file.kind) { return false }
      guard StatementTexts.areSame(change.file, in: bundle, after) else {
        refusals.append(Refusal(file: change.file, diagnostics: [], isUnproved: true))
        return true
      }
      compared.append(change.file)
      return false
    }
  }

  /// Whether two scripts have the same keys and items. In an SQL file an item includes its `;` and the whitespace
  /// before it.
  private static func saysTheSame(
    _ after: ScriptContent, _ before: ScriptContent, _ format: ScriptFile.Format
  ) -> Bool {
    format == .sql
      ? after.keys == before.keys && after.items.count == before.items.count : after == before
  }

  private static func laidOut(_ source: SourceFile, _ format: ScriptFile.Format) -> [UInt8] {
    let bytes = Array(source.bytes.dropFirst(source.hasByteOrderMark ? 3 : 0))
    switch format {
    case .json: return JSONLayout.laidOut(bytes)
    case .plist: return PropertyListLayout(bytes).laidOut(bytes)
    case .sql: return Array(SQLFileText(bytes).laidOut.utf8)
    }
  }

  /// Replaces the scripts with the formatted ones.
  package func write() throws(AuthoringError) {
    guard differences.isEmpty else { return }
    for change in changes {
      try ReplacedFile.write(
        change.after, to: change.file.displayName, insteadOf: change.before)
    }
  }
}
