/// The contents of the scripts by file name, and all earlier ones since the page was opened.
///
/// An unchanged script shares its bytes with all other states.
struct EditorHistory: Sendable {
  typealias Contents = [String: [UInt8]]

  private(set) var present: Contents
  private var past: [Contents] = []
  private var future: [Contents] = []

  private static let longest = 10_000

  init(_ contents: Contents) { present = contents }

  var canUndo: Bool { !past.isEmpty }
  var canRedo: Bool { !future.isEmpty }

  mutating func change(to contents: Contents) {
    guard contents != present else { return }
    past.append(present)
    if past.count > Self.longest { past.removeFirst() }
    (present, future) = (contents, [])
  }

  mutating func undo() {
    guard let last = past.popLast() else { return }
    future.append(present)
    present = last
  }

  mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(present)
    present = next
  }
}
