/// The contents of the scripts by file name, and what undoing and redoing change in them.
///
/// A step has only the files that the user changed in it, so undoing it never changes what another program wrote.
struct EditorHistory: Sendable {
  typealias Contents = [String: [UInt8]]

  /// A file at the other end of a step; without bytes if there is none.
  private struct Version {
    var bytes: [UInt8]?
    var origin: Origin
  }

  /// Where a version comes from.
  private struct Origin {
    /// How often the file had been reloaded with other contents.
    var reading = 0
    /// The script, whatever its file is called. A name that is used again is that of another script.
    var script = 0
    /// A text that somebody wrote, and all that edits of its parts have made of it.
    var text = 0
  }

  private typealias Step = [String: Version]

  private(set) var present: Contents
  private var past: [Step] = []
  private var future: [Step] = []
  private var size = 0
  /// Those of the present versions, also of files that are gone, and of the files on the disk.
  private var origins: [String: Origin] = [:]
  private var onDisk: [String: Origin] = [:]
  /// What was on the disk before each reload that brought other contents of a file; nil where there was no file.
  private var replaced: [String: [[UInt8]?]] = [:]
  private var count = 0

  private static let largest = 256 << 20

  init(_ contents: Contents) {
    present = contents
    for name in contents.keys { onDisk[name] = newOrigin() }
    origins = onDisk
  }

  /// The contents of the files that the next undo or redo changes, nil for those that it deletes; empty if there is no
  /// such step.
  var undone: [String: [UInt8]?] { (past.last { changes($0) } ?? [:]).mapValues(\.bytes) }
  var redone: [String: [UInt8]?] { (future.last { changes($0) } ?? [:]).mapValues(\.bytes) }

  /// Whether undoing leads through other contents of a file back to those that it has now.
  func comesBack(_ name: String) -> Bool {
    guard let next = past.lastIndex(where: changes) else { return false }
    return past[..<next].contains { $0[name].map { $0.bytes == present[name] } ?? false }
  }

  /// The scripts by file name, as numbers that stay the same when a script gets another name.
  var scripts: [String: Int] { origins.filter { present[$0.key] != nil }.mapValues(\.script) }
  var scriptsOnDisk: [String: Int] { onDisk.mapValues(\.script) }

  /// Whether only edits of parts are between a script and its file on the disk.
  func continuesFile(_ name: String) -> Bool {
    guard present[name] != nil, let origin = origins[name], let file = onDisk[name] else {
      return false
    }
    return origin.script == file.script && origin.text == file.text
  }

  /// - Parameters:
  ///   - oldNames: the old names of renamed files, by their new ones.
  ///   - rewriting: whether the user wants the texts as they are written, and not only what they say.
  mutating func change(
    to contents: Contents, renaming oldNames: [String: String] = [:], rewriting: Bool = false
  ) {
    var versions: Step = [:]
    for name in Set(contents.keys).union(present.keys) {
      var origin = origins[name] ?? Origin()
      if let old = oldNames[name].flatMap({ origins[$0] }) {
        (origin.script, origin.text) = (old.script, old.text)
      } else if present[name] == nil {
        origin = newOrigin(after: origin.reading)
      } else if rewriting {
        origin.text = newOrigin().text
      }
      versions[name] = Version(bytes: contents[name], origin: origin)
    }
    let step = exchange(versions)
    guard !step.isEmpty else { return }
    remember(step)
    future = []
  }

  mutating func undo() {
    while let step = past.popLast() {
      size -= Self.size(of: step)
      let back = exchange(step)
      guard back.isEmpty else { return future.append(back) }
    }
  }

  mutating func redo() {
    while let step = future.popLast() {
      let back = exchange(step)
      guard back.isEmpty else { return remember(back) }
    }
  }

  /// Changes a file as a part of the last undo or redo, so that it is not a step, and what was undone can be redone.
  mutating func amend(_ name: String, with bytes: [UInt8]) {
    guard !future.isEmpty, present[name] != nil else {
      var contents = present
      contents[name] = bytes
      return change(to: contents)
    }
    present[name] = bytes
  }

  // MARK: Other programs

  /// Takes over what is on the disk by now. Undoing that brings the unsaved changes of the user back, and nothing else.
  ///
  /// - Parameter saved: what was on the disk before.
  mutating func reload(_ contents: Contents, insteadOf saved: Contents) {
    var dropped: Step = [:]
    for name in Set(contents.keys).union(saved.keys).union(present.keys) {
      if contents[name] != saved[name] {
        replaced[name, default: []].append(saved[name])
        let (now, old) = (newOrigin(), onDisk[name]?.script)
        onDisk[name] = contents[name].map { _ in
          Origin(script: old ?? now.script, text: now.text)
        }
      }
      if present[name] != saved[name], present[name] != contents[name] {
        dropped[name] = version(of: name)
      }
    }
    present = contents
    for name in Set(replaced.keys).union(contents.keys) {
      origins[name] = onDisk[name] ?? Origin()
      let reading = latest(name)
      origins[name]?.reading = reading
    }
    guard !dropped.isEmpty else { return }
    remember(dropped)
    future = []
  }

  /// Gives a file the name that another program has given it, also in what can be undone and redone.
  ///
  /// - Parameter translated: returns contents in the format of the new file.
  mutating func follow(
    _ old: String, to name: String, _ translated: ([UInt8]) -> [UInt8]
  ) {
    present[name] = present.removeValue(forKey: old).map(translated)
    origins[name] = origins.removeValue(forKey: old)
    onDisk[name] = onDisk.removeValue(forKey: old)
    replaced[name] = replaced.removeValue(forKey: old).map { $0.map { $0.map(translated) } }
    func follow(_ step: inout Step) {
      guard var version = step.removeValue(forKey: old) else { return }
      version.bytes = version.bytes.map(translated)
      step[name] = version
    }
    for index in past.indices { follow(&past[index]) }
    for index in future.indices { follow(&future[index]) }
  }

  /// Whether a file has, or had, a place here.
  func knows(_ name: String) -> Bool {
    origins[name] != nil || (past + future).contains { $0[name] != nil }
  }

  /// Whether the present version of a file was made before a reload brought the work of another program.
  func isOutdated(_ name: String) -> Bool { reading(of: name) != latest(name) }

  /// What was on the disk when the present version of a file was made.
  ///
  /// - Parameter saved: what is on the disk by now.
  func origin(of name: String, on saved: Contents) -> [UInt8]? {
    let (reading, earlier) = (reading(of: name), replaced[name] ?? [])
    return earlier.indices.contains(reading) ? earlier[reading] : saved[name]
  }

  /// Makes changes that an earlier editor has not saved, as one step. They are outdated if another program has changed
  /// their files since. Everything on the disk must be as it is here.
  mutating func recover(_ changes: UnsavedJournal.Changes) {
    let disk = present
    change(
      to: present.merging(changes.compactMapValues(\.after)) { $1 }
        .filter { changes[$0.key].map { $0.after != nil } ?? true },
      renaming: changes.compactMapValues(\.oldName))
    guard !changes.isEmpty, let step = past.indices.last else { return }
    let outdated = { (name: String) in changes[name].map { $0.before != disk[name] } ?? false }
    for (name, change) in changes where outdated(name) || change.oldName.map(outdated) ?? false {
      replaced[name, default: []].append(change.before)
      let (reading, text) = (latest(name), newOrigin().text)
      past[step][name]?.origin.reading = reading
      origins[name]?.text = text
    }
  }

  /// Notes that a file was saved.
  ///
  /// - Parameter overwriting: whether the user has decided against the work of another program, so that no version of
  ///   the file conflicts with it any more.
  mutating func noteSaved(_ name: String, overwriting: Bool) {
    let reading = latest(name)
    origins[name, default: Origin()].reading = reading
    onDisk[name] = present[name] == nil ? nil : origins[name]
    guard overwriting else { return }
    for index in past.indices { past[index][name]?.origin.reading = reading }
    for index in future.indices { future[index][name]?.origin.reading = reading }
  }

  // MARK: Steps

  private func version(of name: String) -> Version {
    Version(bytes: present[name], origin: origins[name] ?? Origin())
  }

  private mutating func newOrigin(after reading: Int = 0) -> Origin {
    count += 1
    return Origin(reading: reading, script: count, text: count)
  }

  /// How often a file has been reloaded with other contents by now.
  private func latest(_ name: String) -> Int { replaced[name]?.count ?? 0 }

  private func reading(of name: String) -> Int { origins[name]?.reading ?? 0 }

  private func changes(_ step: Step) -> Bool { step.contains { present[$0.key] != $0.value.bytes } }

  /// Shows the other versions of files.
  ///
  /// - Returns: the step back. It lacks files that were like that already.
  private mutating func exchange(_ step: Step) -> Step {
    var back: Step = [:]
    for (name, other) in step where present[name] != other.bytes {
      back[name] = version(of: name)
      (present[name], origins[name]) = (other.bytes, other.origin)
    }
    return back
  }

  /// The oldest steps go first.
  private mutating func remember(_ step: Step) {
    past.append(step)
    size += Self.size(of: step)
    while size > Self.largest, past.count > 1 { size -= Self.size(of: past.removeFirst()) }
  }

  private static func size(of step: Step) -> Int {
    step.values.reduce(0) { $0 + ($1.bytes?.count ?? 0) }
  }
}
