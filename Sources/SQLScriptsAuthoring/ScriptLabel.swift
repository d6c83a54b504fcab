/// Converts a sentence to the label of a file name: “Add age to users” becomes “add-age-to-users”.
package enum ScriptLabel {
  /// The usual file systems allow 255 bytes, and the number, the extension and suffixes of editors need room, too.
  private static let greatestLength = 120

  /// Lowercase letters and digits of any language, with hyphens between the words; nil if nothing is left.
  package static func make(of sentence: String) -> String? {
    var label = ""
    var needsHyphen = false
    // An apostrophe is part of its word, so “user's” stays one word.
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

  /// Letters and digits with their marks. Invisible characters and direction marks are left out.
  private static func isSafe(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    // A syllable of an Indic script is one character of several letters and marks.
    return scalars.first.map(isLetterOrDigit) == true
      && scalars.dropFirst().allSatisfy { isLetterOrDigit($0) || isMark($0) }
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      true
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return (category == .nonspacingMark || category == .spacingMark)
      && !scalar.properties.isDefaultIgnorableCodePoint
  }
}
