import SQLScriptsAuthoring
import SQLScriptsFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension EditorFolder {
  /// Writes a script.
  ///
  /// - Parameters:
  ///   - theirs: what the file must have until then; nil if there must be no file.
  ///   - access: who may use it; nil if that stays as it is.
  mutating func write(
    _ bytes: [UInt8], to name: String, insteadOf theirs: [UInt8]?, access: FileAccess?
  ) throws(AuthoringError) {
    let place = ScriptDirectory.path(of: name, in: path)
    // Somebody may have put a link there since the folder was read.
    guard Self.isInside(place, path) else {
      throw .notWritten(path: place, code: ELOOP, why: "it is a link to a file outside the folder")
    }
    if let theirs {
      try ReplacedFile.write(bytes, to: place, insteadOf: theirs, access: access)
    } else {
      try NewFile.writeSafely(bytes, to: place, access: access)
    }
    note(bytes, in: name)
  }

  /// Renames a file in one step, unless there is another file of the new name.
  mutating func rename(_ old: String, to name: String) throws(AuthoringError) {
    let (from, to) = (
      ScriptDirectory.path(of: old, in: path), ScriptDirectory.path(of: name, in: path)
    )
    guard current(old) == saved[old] else { throw .changedMeanwhile(path: from) }
    var (before, after) = (stat(), stat())
    if lstat(from, &before) == 0, lstat(to, &after) == 0, before.st_ino != after.st_ino { return }
    try NewFile.move(from, to: to)
    saved[name] = saved.removeValue(forKey: old)
  }

  /// Takes a file as saved if the disk has this content, or no file, already.
  ///
  /// - Returns: whether it has.
  mutating func accept(_ name: String, as bytes: [UInt8]?) -> Bool {
    guard current(name) == bytes else { return false }
    note(bytes, in: name)
    return true
  }

  /// Deletes a script.
  ///
  /// - Parameter theirs: what the file must have until then; nil if there is none.
  mutating func remove(_ name: String, holding theirs: [UInt8]?) throws(AuthoringError) {
    if let theirs {
      try NewFile.remove(ScriptDirectory.path(of: name, in: path), holding: theirs)
    }
    note(nil, in: name)
  }

  /// Takes the file that another program has made of another one.
  mutating func follow(_ old: String, to name: String, as bytes: [UInt8]) {
    (saved[old], saved[name]) = (nil, bytes)
    unchanged[old] = nil
    noteReleased()
  }

  private mutating func note(_ bytes: [UInt8]?, in name: String) {
    (saved[name], unchanged[name]) = (bytes, nil)
  }
}
