/// Where the statements of a script are after a change of which only the outcome is known.
struct StepPlaces: Sendable {
  /// The new number of each; nil for those that are gone, or of which it is not known.
  let numbers: [Int?]
  /// How many statements there are afterwards.
  let count: Int
  /// Of each statement and of the end, the number before which it belongs; nil if their order is another one.
  private let following: [Int]?

  /// - Parameters:
  ///   - before: the statements, with all that belongs to them. Two of the same SQL can differ in their conditions.
  ///   - after: the same afterwards.
  init<Item: Hashable>(from before: [Item], to after: [Item]) {
    let places = { (items: [Item]) in Dictionary(grouping: items.indices) { items[$0] } }
    let (old, new) = (places(before), places(after))
    var numbers = [Int?](repeating: nil, count: before.count)
    for (item, places) in old where places.count == 1 {
      if let place = new[item], place.count == 1 { numbers[places[0]] = place[0] + 1 }
    }
    let unique = numbers
    let (around, aroundNew) = (
      Self.neighbors(unique), Self.neighbors(Self.marked(unique, count: after.count))
    )
    // Several equal ones are where they were only if each is still between the same two.
    for (item, places) in old where places.count > 1 {
      guard let now = new[item], now.count == places.count,
        zip(places, now).allSatisfy({ around[$0] == aroundNew[$1] })
      else { continue }
      for (place, now) in zip(places, now) { numbers[place] = now + 1 }
    }
    let taken = Set(numbers.compactMap { $0 })
    let lost = numbers.indices.filter { numbers[$0] == nil }
    let found = after.indices.filter { !taken.contains($0 + 1) }
    // The only one that is different has another text.
    if lost == found, lost.count == 1 { numbers[lost[0]] = lost[0] + 1 }
    (self.numbers, count) = (numbers, after.count)
    let known = numbers.compactMap { $0 }
    guard zip(known, known.dropFirst()).allSatisfy(<) else {
      following = nil
      return
    }
    var next = after.count + 1
    var following = [next]
    for number in numbers.reversed() {
      next = number ?? next
      following.append(next)
    }
    self.following = following.reversed()
  }

  func place(of number: Int) -> Int? {
    numbers.indices.contains(number &- 1) ? numbers[number - 1] : nil
  }

  func place(before number: Int) -> Int? {
    guard (1...numbers.count + 1).contains(number) else { return nil }
    if let following { return following[number - 1] }
    // Which of them have moved is not known, so the place is only known between the same two.
    let last = number == 1 ? 0 : numbers[number - 2]
    let next = number > numbers.count ? count + 1 : numbers[number - 1]
    return last.flatMap { last in next == last + 1 ? next : nil }
  }

  /// The new numbers, at their places in the new script.
  private static func marked(_ numbers: [Int?], count: Int) -> [Int?] {
    var marked = [Int?](repeating: nil, count: count)
    for number in numbers { if let number { marked[number - 1] = number } }
    return marked
  }

  /// The last number before each place, and the first one after it.
  private static func neighbors(_ numbers: [Int?]) -> [[Int]] {
    var (last, next) = (0, Int.max)
    var around: [[Int]] = []
    for number in numbers {
      around.append([last])
      last = number ?? last
    }
    for index in numbers.indices.reversed() {
      around[index].append(next)
      next = numbers[index] ?? next
    }
    return around
  }
}
