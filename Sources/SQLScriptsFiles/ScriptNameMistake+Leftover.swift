extension ScriptNameMistake {
  /// The script of which an editor, a merge tool or the Finder left a copy; nil if the file is not a copy.
  static func original(ofLeftover name: String) -> String? {
    candidates(name).first { ScriptName($0) != nil }
  }

  private static let prefixes = ["._", ".#", "~$", "#", "Copy of "]
  private static let suffixes = [
    "~", "#", ".orig", ".bak", ".rej", ".tmp", ".old", ".save", ".swp", ".swo", ".swn",
  ]
  private static let copyWords = [
    " - copy", "- copy", " copy", "-copy", " - kopie", " kopie", " copie", " copia", " kopia",
    "的副本", "副本", "のコピー", "のコピー", "-old", " old", "-backup", " backup", "-bak",
  ]

  private static func candidates(_ name: String) -> [String] {
    var stripped: [String] = []
    let ends = suffixes.filter { name.hasSuffix($0) }.map { name.dropLast($0.count) }
    stripped += ends.map { String($0) }
    // Vim hides its swap file: `.sql_update_2.plist.swp`.
    for end in ends where end.hasPrefix(".") { stripped.append(String(end.dropFirst())) }
    for prefix in prefixes where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      stripped.append(String(rest))
      stripped += ends.map { String($0.dropFirst(prefix.count)) }
    }
    if let (stem, ending) = name[...].splitAtLastDot, let first = original(ofCopy: stem) {
      stripped.append("\(first).\(ending)")
    }
    return stripped
  }

  /// The name of the original of `sql_update_2 copy 3`, `sql_update_2 (1)`, `sql_update_2 2` or `sql_update_2 副本`.
  private static func original(ofCopy stem: Substring) -> Substring? {
    var rest = stem
    let isNumbered = rest.hasSuffix(")")
    if isNumbered { rest = rest.dropLast() }
    let opening: Character = isNumbered ? "(" : " "
    let digits = rest.reversed().prefix { ("0"..."9").contains($0) }.count
    let number = rest.dropLast(digits)
    if digits > 0, number.last == opening {
      rest = number.dropLast()
    } else if isNumbered {
      return nil
    }
    while rest.last == " " { rest = rest.dropLast() }
    let lower = rest.lowercased()
    for word in copyWords where lower.hasSuffix(word) {
      rest = rest.dropLast(word.count)
      break
    }
    while rest.last == " " { rest = rest.dropLast() }
    return rest.count < stem.count ? rest : nil
  }
}
