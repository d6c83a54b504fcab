import SQLScriptsFiles

/// Finds the value that a misspelled one probably means.
enum NearValue {
  /// - Parameters:
  ///   - isKey: whether the values identify rows. Other values, such as names, may be as similar by chance.
  ///   - allowsParts: whether `bench_press` may mean `bench`.
  static func find(
    _ value: String, among values: [String], isKey: Bool, allowsParts: Bool
  ) -> String? {
    let folded = value.lowercased()
    if let same = values.first(where: { $0.lowercased() == folded }) { return same }
    let letters = letters(of: value)
    guard letters.count > 1 else { return nil }
    if let same = values.first(where: { Self.letters(of: $0) == letters }) { return same }
    // item2 is not a typo of item1.
    let others = values.filter { $0.filter(\.isNumber) == value.filter(\.isNumber) }
    if let plural = others.first(where: { isPlural(Self.letters(of: $0), letters) }) {
      return plural
    }
    guard isKey else { return nil }
    if letters.count > 4, let near = Spelling.closest(to: value, among: others),
      Spelling.distance(near, value) <= (letters.count < 10 ? 1 : 2)
    {
      return near
    }
    guard allowsParts else { return nil }
    let parts = others.filter { other in
      let (long, short) = other.count > folded.count ? (other, folded) : (folded, other)
      return short.count > 2 && long.lowercased().hasPrefix(short.lowercased())
        && long.dropFirst(short.count).first.map { !$0.isLetter } ?? false
    }
    return parts.count == 1 ? parts[0] : nil
  }

  private static func letters(of value: String) -> String {
    value.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static func isPlural(_ one: String, _ other: String) -> Bool {
    let (long, short) = one.count > other.count ? (one, other) : (other, one)
    return short.count > 2 && (long == short + "s" || long == short + "es")
  }
}
