package import SQLScriptsDiagnostics

/// A mistake in the text of a file of any format, found before it is parsed.
package enum TextMistake: Mistake {
  case wrongEncoding(String)
  case notUTF8
  case richText(String)
  case emptyFile
  case byteOrderMark
  case duplicateKey(String, first: SourceSpan)
  case nestingTooDeep(limit: Int)
  case nulCharacter
  case endingDoesNotFit(ScriptFile.Format, ScriptFile.Format, rename: String)
  case mergeConflict
  case nothingInside

  package var id: String {
    switch self {
    case .wrongEncoding, .notUTF8: "not-utf8"
    case .richText: "rich-text-file"
    case .emptyFile: "file-empty"
    case .byteOrderMark: "byte-order-mark"
    case .duplicateKey: "duplicate-key"
    case .nestingTooDeep: "nesting-too-deep"
    case .nulCharacter: "nul-character"
    case .endingDoesNotFit: "ending-does-not-fit-contents"
    case .mergeConflict: "merge-conflict"
    case .nothingInside: "wrong-root"
    }
  }

  package var severity: Diagnostic.Severity {
    switch self {
    case .byteOrderMark: .warning
    default: .error
    }
  }

  package var message: String {
    switch self {
    case .wrongEncoding(let name):
      return "The file is saved as \(name), and a script must be UTF-8"
    case .notUTF8: return "The file is not UTF-8 text: this byte belongs to another encoding"
    case .richText(let kind): return "This is \(kind) document, not a plain text file"
    case .emptyFile: return "The file is empty"
    case .byteOrderMark: return "The file starts with an invisible byte-order mark"
    case .duplicateKey(let name, _):
      let name = name.forMessage
      return "The key “\(name)” appears twice in one dictionary"
    case .nestingTooDeep(let depth):
      return "Lists and dictionaries are nested deeper than \(depth) levels"
    case .nulCharacter: return "There is a NUL character here, and SQL ends at the first NUL"
    case .endingDoesNotFit(let ending, let format, _):
      return "The name ends in .\(ending.rawValue), but the file holds \(format.contents)"
    case .mergeConflict: return "Two versions of this place stand here: a merge was not finished"
    case .nothingInside: return "The file holds no list of SQL statements"
    }
  }
}
