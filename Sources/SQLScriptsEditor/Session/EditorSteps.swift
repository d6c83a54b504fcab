/// What a change of a script did to the numbers of its statements.
enum EditorSteps: Sendable {
  case kept
  case inserted(before: Int, count: Int)
  /// The numbers are in ascending order, here and below.
  case removed([Int])
  case moved([Int], before: Int)
  case placed(StepPlaces)

  /// How many statements the script has more afterwards.
  var growth: Int {
    switch self {
    case .kept, .moved: 0
    case .inserted(_, let count): count
    case .removed(let numbers): -numbers.count
    case .placed(let places): places.count - places.numbers.count
    }
  }

  /// The number that a statement has afterwards; nil if it is gone.
  func place(of number: Int) -> Int? {
    switch self {
    case .removed(let numbers) where numbers.contains(number): nil
    case .moved(let numbers, let place):
      numbers.firstIndex(of: number).map { place - numbers.count { $0 < place } + $0 }
        ?? self.place(before: number)
    case .placed(let places): places.place(of: number)
    default: place(before: number)
    }
  }

  /// The number of the statement before which something belongs that belonged before `number`; nil if that statement has
  /// moved. The number after the last one stands for the end.
  func place(before number: Int) -> Int? {
    switch self {
    case .kept: return number
    case .inserted(let place, let count): return number < place ? number : number + count
    case .removed(let numbers): return number - numbers.count { $0 < number }
    case .moved(let numbers, let place):
      guard !numbers.contains(number) else { return nil }
      let rank = number - numbers.count { $0 < number }
      return number < place ? rank : rank + numbers.count
    case .placed(let places): return places.place(before: number)
    }
  }
}

extension EditorEdit {
  /// What it does to the numbers of the statements; nil if that is not known.
  var steps: EditorSteps? {
    switch self {
    case .set, .describe, .keepDescription, .ignore, .removeRequirement: .kept
    case .insert(_, let place, let sql): .inserted(before: place, count: sql.count)
    case .remove(_, let numbers): .removed(Set(numbers).sorted())
    case .move(_, let numbers, let place): .moved(Set(numbers).sorted(), before: place)
    default: nil
    }
  }

  /// The same edit with the numbers that its statements have after another one; nil if one of them is gone, or for an edit
  /// whose text or offset may be out of date.
  func following(_ steps: EditorSteps, in other: Int64) -> EditorEdit? {
    switch self {
    case .remove(other, let numbers):
      let places = numbers.compactMap(steps.place(of:))
      return places.count == numbers.count ? .remove(script: other, statements: places) : nil
    case .move(other, let numbers, let before):
      let places = numbers.compactMap(steps.place(of:))
      guard places.count == numbers.count, let before = steps.place(before: before) else {
        return nil
      }
      return .move(script: other, statements: places, before: before)
    case .remove, .move: return self
    default: return nil
    }
  }
}
