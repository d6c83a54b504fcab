import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

/// The way back to a released script that was changed or deleted.
extension Suggestion {
  /// - Parameter file: the script as it is now.
  static func restoring(
    _ file: ScriptFile, _ library: ScriptLibrary, _ released: ReleasedFiles
  ) -> [Suggestion] {
    guard let name = released.file(of: file.kind), let bytes = released.texts[name] else {
      return []
    }
    let moved =
      name == file.name ? added(to: ScriptFile(named: name, bytes), in: file, library) : []
    return (moved.isEmpty ? [] : [.restore(file: name, bytes, moving: moved)])
      + [.restore(file: name, bytes)]
  }

  /// - Parameter finding: it is at the line of a deleted script in the lock file.
  static func restoring(
    _ finding: Diagnostic, _ library: ScriptLibrary, _ released: ReleasedFiles
  ) -> [Suggestion] {
    let entry = LockFile.reading(library.bundle)?.lock.entries.first {
      $0.span?.range == finding.span.range
    }
    guard let name = entry?.name, let bytes = released.texts[name] else { return [] }
    return [.restore(file: name, bytes)]
  }

  /// The steps that were added at the end; none if something else was changed, too.
  private static func added(
    to released: ScriptFile?, in file: ScriptFile, _ library: ScriptLibrary
  ) -> [ScriptContent.Item] {
    guard let released, let old = (try? library.bundle.read(released))?.script,
      let new = (try? library.bundle.read(file))?.script
    else { return [] }
    var (before, after) = (ScriptContent(old), ScriptContent(new))
    guard after.items.starts(with: before.items) else { return [] }
    let added = after.items.dropFirst(before.items.count)
    (before.summary, after.summary, after.items) = (nil, nil, before.items)
    return before == after ? Array(added) : []
  }
}
