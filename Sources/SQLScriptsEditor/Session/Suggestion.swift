import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDescription
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSchema
import SQLScriptsValidation

/// A likely correction of a finding. The page offers it, and the author decides.
enum Suggestion: Sendable, Hashable {
  case edit(FixIt)
  /// A statement for the end of the script.
  case step(String)
  /// A step as several ones that do what it was to do.
  case split(Int, [String])
  /// Steps that do nothing, by their numbers.
  case remove([Int])
  case rename(file: String, to: String)
  case delete(file: String)
  /// Files in another format, with their new bytes.
  case convert([ConvertedFile], to: ScriptFile.Format)
  /// The released text, and the steps that go into a new update.
  case restore(file: String, [UInt8], moving: [ScriptContent.Item] = [])

  /// The file that it changes; nil for a correction of the text.
  var file: String? {
    switch self {
    case .edit, .step, .split, .remove, .convert: nil
    case .rename(let file, _), .delete(let file), .restore(let file, _, _): file
    }
  }

  /// What it does, in the imperative.
  var message: String {
    switch self {
    case .edit(let fixIt): fixIt.message
    case .step(let sql): "Add \(sql)"
    case .split(_, let parts): "Write two steps: " + parts.joined(separator: "; ")
    case .remove(let numbers):
      numbers.count == 1
        ? "Delete this step" : "Delete steps \(numbers.map(String.init).list("and"))"
    case .rename(let file, let name):
      if case .update(let version)? = ScriptName(name)?.kind, ScriptName(file) != nil {
        "Make “\(file)” update \(version)"
      } else {
        "Rename “\(file)” to “\(name)”"
      }
    case .delete(let file): "Delete “\(file)”"
    case .convert(let files, let format):
      "Convert \(files.count == 1 ? "“\(files[0].file)”" : "\(files.count) files") to .\(format.rawValue)"
    case .restore(_, _, let moved):
      switch moved.count {
      case 0: "Restore the released text"
      case 1: "Restore the released text, and move the added step into a new update"
      default:
        "Restore the released text, and move the \(moved.count) added steps into a new update"
      }
    }
  }
}

extension Suggestion {
  /// - Parameters:
  ///   - entry: the script that the finding is in; nil for a finding about the folder.
  ///   - released: the files that users have, which keep their names.
  ///   - formats: the corrections of the files that were asked about before, by file name.
  ///   - later: the schemas after the scripts that follow.
  static func all(
    for finding: Diagnostic, in entry: BundleDescription.Entry?, of library: ScriptLibrary,
    _ released: ReleasedFiles, _ formats: inout [String: FormatCorrections],
    _ later: () -> [SchemaSnapshot]
  ) -> [Suggestion] {
    if finding.id == ForeignKeyUnindexed.id, let entry, let script = entry.rehearsed,
      !released.locked.contains(entry.file.name),
      let sql = ForeignKeyUnindexed.index(for: finding, in: script, later())
    {
      return [.step(sql)]
    }
    if finding.id == "both-formats-mixed" { return ConvertedFile.all(in: library.bundle, released) }
    if finding.id == IgnoredInTransaction.id, let entry, let script = entry.rehearsed,
      !released.locked.contains(entry.file.name)
    {
      let numbers = IgnoredInTransaction.needless(for: finding, in: script)
      return numbers.isEmpty ? [] : [.remove(numbers)]
    }
    guard finding.severity != .info || finding.id == UnknownType.id, finding.fixIt == nil else {
      return []
    }
    guard let entry else {
      return finding.id == "released-script-removed"
        ? restoring(finding, library, released) : naming(finding, library, released)
    }
    // Also while the file on the disk is as it was released, and only the text in the editor differs.
    if finding.id == "released-script-changed" { return restoring(entry.file, library, released) }
    if released.locked.contains(entry.file.name) { return [] }
    if finding.id == "version-gap" {
      return finding.related.isEmpty
        ? closingGap(before: entry.file, library) : renamings(for: finding, library, released)
    }
    if finding.id == AddUniqueOrPrimaryKeyColumn.id, let script = entry.rehearsed,
      let parts = AddUniqueOrPrimaryKeyColumn.parts(for: finding, in: script)
    {
      return [.split(parts.number, parts.sql)]
    }
    if let fixIt = entry.rehearsed?.suggestion(for: finding) { return [.edit(fixIt)] }
    let file = entry.file
    let corrections = formats[file.name] ?? FormatCorrections(file, in: library.bundle)
    formats[file.name] = corrections
    return corrections[finding].map { [.edit($0)] } ?? []
  }

  private static func closingGap(
    before file: ScriptFile, _ library: ScriptLibrary
  ) -> [Suggestion] {
    let scripts = library.bundle.scripts
    guard let script = ScriptName(file.name),
      let index = scripts.firstIndex(where: { $0.name == file.name }), index > 0,
      let previous = try? library.script(scripts[index - 1]).version,
      previous < file.kind.version - 1
    else { return [] }
    return [.rename(file: file.name, to: script.fileName(of: previous + 1))]
  }

  /// The files with a wrong name that close a gap once they have the right one.
  private static func renamings(
    for gap: Diagnostic, _ library: ScriptLibrary, _ released: ReleasedFiles
  ) -> [Suggestion] {
    let files = gap.related.map(\.span.file.name)
    return library.bundle.diagnostics.filter { files.contains($0.span.file.name) }
      .flatMap { naming($0, library, released) }
      .filter { if case .rename = $0 { true } else { false } }
  }

  /// The mistake in a file name that a finding of the folder is about.
  static func nameMistake(of finding: Diagnostic, _ library: ScriptLibrary) -> NameMistake? {
    library.bundle.diagnostics.first {
      $0.id == finding.id && $0.span.file.name == finding.span.file.name
    }?.mistake as? NameMistake
  }

  private static func naming(
    _ finding: Diagnostic, _ library: ScriptLibrary, _ released: ReleasedFiles
  ) -> [Suggestion] {
    switch nameMistake(of: finding, library) {
    case .duplicateVersion(_, let first):
      return [finding.span.file.name, first.file.name].filter { !released.locked.contains($0) }
        .flatMap { numbering($0, as: $0, library) }
    case .unknown(let file, let renaming), .zeroPadded(let file, let renaming),
      .bareNumber(let file, let renaming), .hidden(let file, let renaming),
      .wrongCase(let file, let renaming):
      guard ScriptName(renaming.name) != nil else { return [] }
      return renaming.taken == nil
        ? [.rename(file: file, to: renaming.name)] : numbering(file, as: renaming.name, library)
    case .missingNumber(let file, let name), .extraExtension(let file, let name),
      .lastCopy(let file, let name):
      return ScriptName(name) == nil || library.bundle.scripts.contains { $0.name == name }
        ? [] : [.rename(file: file, to: name)]
    default: return []
    }
  }

  /// The next number for a file whose number is taken, or its deletion.
  private static func numbering(
    _ file: String, as name: String, _ library: ScriptLibrary
  ) -> [Suggestion] {
    guard let script = ScriptName(name), script.kind != .default,
      let last = try? library.greatestVersion(), last < .max
    else { return [.delete(file: file)] }
    return [.rename(file: file, to: script.fileName(of: last + 1)), .delete(file: file)]
  }
}

extension Diagnostic {
  /// The file that would be a script with another name, if the finding is about one.
  var misnamedFile: String? {
    switch mistake as? NameMistake {
    case .unknown(let file, _), .zeroPadded(let file, _), .bareNumber(let file, _),
      .hidden(let file, _), .missingNumber(let file, _), .extraExtension(let file, _),
      .wrongCase(let file, _), .lastCopy(let file, _):
      file
    default: nil
    }
  }
}

extension ScriptName {
  /// The name with another number.
  func fileName(of version: Int64) -> String {
    ScriptName(kind: .update(version), format: format, label: label).canonicalFileName
  }
}
