/// Makes the label of a file name out of a sentence: "Add age to users" becomes "add-age-to-users".
package enum ScriptLabel {
  /// File names hold 255 bytes on the usual file systems; number, ending and an editor's own additions
  /// need room, too.
  private static let greatestLength = 120

  /// Lowercase letters and digits of any script, with hyphens between the words; nil if nothing is left.
  package static func make(of sentence: String) -> String? {
    var label = ""
    var needsHyphen = false
    // An apostrophe is part of its word: "user's" must not become two.
    for character in sentence.lowercased() where character != "'" && character != "’" {
      guard isSafe(character) else {
        needsHyphen = !label.isEmpty
        continue
      }
      let next = (needsHyphen ? "-" : "") + String(character)
      guard label.utf8.count + next.utf8.count <= greatestLength else { break }
      label += next
      needsHyphen = false
    }
    return label.isEmpty ? nil : label
  }

  /// Letters and digits with their marks. What is invisible or turns the writing direction stays out.
  private static func isSafe(_ character: Character) -> Bool {
    let categories = character.unicodeScalars.map(\.properties.generalCategory)
    guard let first = categories.first else { return false }
    switch first {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      break
    default: return false
    }
    return categories.dropFirst().allSatisfy { $0 == .nonspacingMark || $0 == .spacingMark }
  }
}
