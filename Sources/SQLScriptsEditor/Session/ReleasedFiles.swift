import SQLScriptsFiles
import SQLScriptsValidation

/// The files of the scripts that users have.
struct ReleasedFiles: Sendable {
  /// Those that the lock file has as they are on the disk.
  private(set) var locked: Set<String> = []
  /// The released texts, as far as the editor has seen them or the lock file keeps them, by file name.
  private(set) var texts: [String: [UInt8]] = [:]

  init() {}

  /// - Parameters:
  ///   - names: the files on the disk that could be read.
  ///   - earlier: the files that were released before, whose texts may have been changed or deleted since.
  init(_ bundle: ScriptBundle, on names: Set<String>, after earlier: ReleasedFiles) {
    guard let lock = LockFile.reading(bundle)?.lock else {
      // It may come back, for example after a change of branches.
      texts = earlier.texts
      return
    }
    for file in bundle.allScripts where names.contains(file.name) {
      guard (try? bundle.read(file))?.script.map(lock.records) == true else { continue }
      locked.insert(file.name)
      if case .bytes(let bytes) = file.content { texts[file.name] = bytes }
    }
    let known =
      earlier.texts.compactMap { ScriptFile(named: $0, $1) } + lock.kept.map(\.file)
    for file in known where texts[file.name] == nil {
      guard case .bytes(let bytes) = file.content,
        (try? bundle.read(file))?.script.map(lock.records) == true
      else { continue }
      texts[file.name] = bytes
    }
  }

  /// The name of a file with the released text of a script; nil if the text is not known.
  func file(of kind: ScriptFile.Kind) -> String? {
    texts.keys.sorted().first { ScriptName($0)?.kind == kind }
  }
}

extension ScriptFile {
  /// A script as the page shows it: there is one folder, so a path would say nothing.
  ///
  /// - Returns: nil if the name is not that of a script.
  init?(named name: String, _ bytes: [UInt8]) {
    guard let script = ScriptName(name) else { return nil }
    self.init(
      kind: script.kind, format: script.format, name: name, displayName: name,
      content: .bytes(bytes))
  }
}
