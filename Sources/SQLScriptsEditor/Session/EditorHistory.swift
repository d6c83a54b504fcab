/// The contents of the scripts by file name, and all earlier ones since the page was opened.
///
/// An unchanged script shares its bytes with all other states.
struct EditorHistory: Sendable {
  typealias Contents = [String: [UInt8]]

  private struct State {
    var contents: Contents
    /// The bytes that it does not share with the next one.
    var size: Int
  }

  private(set) var present: Contents
  private var past: [State] = []
  private var future: [Contents] = []
  private var size = 0

  private static let largest = 256 << 20

  init(_ contents: Contents) { present = contents }

  /// The contents after the next undo or redo; nil if there is none.
  var undone: Contents? { past.last?.contents }
  var redone: Contents? { future.last }

  mutating func change(to contents: Contents) {
    guard contents != present else { return }
    remember(before: contents)
    (present, future) = (contents, [])
  }

  mutating func undo() {
    guard let last = past.popLast() else { return }
    size -= last.size
    future.append(present)
    present = last.contents
  }

  mutating func redo() {
    guard let next = future.popLast() else { return }
    remember(before: next)
    present = next
  }

  /// A state counts with the scripts that the next one changes. The oldest states go first.
  private mutating func remember(before next: Contents) {
    let own = present.reduce(0) { $0 + (next[$1.key] == $1.value ? 0 : $1.value.count) }
    past.append(State(contents: present, size: own))
    size += own
    while size > Self.largest, past.count > 1 { size -= past.removeFirst().size }
  }
}
