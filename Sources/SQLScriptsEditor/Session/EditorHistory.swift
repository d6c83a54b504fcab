/// The contents of the scripts by file name, and what undoing and redoing change in them.
///
/// A step has only the files that the user changed in it, so undoing it never changes what another program wrote.
struct EditorHistory: Sendable {
  typealias Contents = [String: [UInt8]]

  /// A file at the other end of a step; without bytes if there is none.
  private struct Version {
    var bytes: [UInt8]?
    var reading: Int
  }

  private typealias Step = [String: Version]

  private(set) var present: Contents
  private var past: [Step] = []
  private var future: [Step] = []
  private var size = 0
  /// How often a file had been reloaded with other contents when its present version was made, and how often by now.
  private var readings: [String: Int] = [:]
  private var latest: [String: Int] = [:]

  private static let largest = 256 << 20

  init(_ contents: Contents) { present = contents }

  /// The contents of the files that the next undo or redo changes, nil for those that it deletes; empty if there is no
  /// such step.
  var undone: [String: [UInt8]?] { (past.last { changes($0) } ?? [:]).mapValues(\.bytes) }
  var redone: [String: [UInt8]?] { (future.last { changes($0) } ?? [:]).mapValues(\.bytes) }

  /// The contents that a file has and had, the newest first.
  func versions(of name: String) -> [[UInt8]] {
    [present[name]].compactMap { $0 } + past.reversed().compactMap { $0[name]?.bytes }
  }

  mutating func change(to contents: Contents) {
    let names = Set(contents.keys).union(present.keys)
    let step = exchange(
      Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, Version(bytes: contents[$0], reading: reading(of: $0)))
        }))
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

  // MARK: Other programs

  /// Takes over what is on the disk by now. Undoing that brings the unsaved changes of the user back, and nothing else.
  ///
  /// - Parameter saved: what was on the disk before.
  mutating func reload(_ contents: Contents, insteadOf saved: Contents) {
    var dropped: Step = [:]
    for name in Set(contents.keys).union(saved.keys).union(present.keys) {
      if contents[name] != saved[name] { latest[name, default: 0] += 1 }
      if present[name] != saved[name], present[name] != contents[name] {
        dropped[name] = version(of: name)
      }
    }
    (present, readings) = (contents, latest)
    guard !dropped.isEmpty else { return }
    remember(dropped)
    future = []
  }

  /// Whether the present version of a file was made before a reload brought the work of another program.
  func isOutdated(_ name: String) -> Bool { reading(of: name) != latest[name, default: 0] }

  /// Notes that a file was saved.
  ///
  /// - Parameter overwriting: whether the user has decided against the work of another program, so that no version of
  ///   the file conflicts with it any more.
  mutating func noteSaved(_ name: String, overwriting: Bool) {
    let reading = latest[name, default: 0]
    readings[name] = reading
    guard overwriting else { return }
    for index in past.indices { past[index][name]?.reading = reading }
    for index in future.indices { future[index][name]?.reading = reading }
  }

  // MARK: Steps

  private func version(of name: String) -> Version {
    Version(bytes: present[name], reading: reading(of: name))
  }

  private func reading(of name: String) -> Int { readings[name, default: 0] }

  private func changes(_ step: Step) -> Bool { step.contains { present[$0.key] != $0.value.bytes } }

  /// Shows the other versions of files.
  ///
  /// - Returns: the step back. It lacks files that were like that already.
  private mutating func exchange(_ step: Step) -> Step {
    var back: Step = [:]
    for (name, other) in step where present[name] != other.bytes {
      back[name] = version(of: name)
      (present[name], readings[name]) = (other.bytes, other.reading)
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
