/// What people may mean by a number with a comma, or with signs between its thousands: `12,50`, `1.234,56`, `1 000`.
struct NumberReadings {
  /// The numbers as SQL writes them, the likelier one first.
  let numbers: [String]

  private static let separators: Set<Character> = [",", ".", " ", "'", "’", "\u{A0}", "\u{202F}"]

  init(_ text: String) {
    let sign = text.hasPrefix("-") ? "-" : ""
    let body = text.drop { $0 == "-" || $0 == "+" }
    let signs = body.filter { Self.separators.contains($0) }
    let groups = body.split(
      omittingEmptySubsequences: false, whereSeparator: { Self.separators.contains($0) })
    guard text.utf8.count - body.utf8.count <= 1, let last = signs.last, let first = groups.first,
      groups.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      first == "0" || !first.hasPrefix("0")
    else {
      numbers = []
      return
    }
    var found: [String] = []
    let before = signs.dropLast()
    if last == "," || last == ".", !before.contains(last),
      Self.areThousands(groups.dropLast(), Set(before))
    {
      found.append(groups.dropLast().joined() + "." + (groups.last ?? ""))
    }
    if Self.areThousands(groups[...], Set(signs)), first != "0" { found.append(groups.joined()) }
    numbers = found.map { sign + $0 }
  }

  /// The whole numbers among them.
  var wholeNumbers: [String] { numbers.filter { Int64($0) != nil } }

  private static func areThousands(
    _ groups: ArraySlice<Substring>, _ signs: Set<Character>
  ) -> Bool {
    groups.count == 1
      || signs.count == 1 && (1...3).contains(groups.first?.count ?? 0)
        && groups.dropFirst().allSatisfy { $0.count == 3 }
  }
}
