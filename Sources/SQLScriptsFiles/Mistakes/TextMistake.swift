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
      return "the file is saved as \(name), but a script must be UTF-8"
    case .notUTF8: return "the file is not UTF-8: this byte belongs to another encoding"
    case .richText(let kind): return "the file is \(kind) document, not plain text"
    case .emptyFile: return "the file is empty"
    case .byteOrderMark: return "the file starts with an invisible byte-order mark"
    case .duplicateKey(let name, _):
      let name = name.forMessage
      return "key “\(name)” appears twice in one dictionary"
    case .nestingTooDeep(let depth):
      return "lists and dictionaries are nested deeper than \(depth) levels"
    case .nulCharacter: return "SQL ends at this NUL character"
    case .endingDoesNotFit(let ending, let format, _):
      return "the file extension is .\(ending.rawValue), but the file contains \(format.contents)"
    case .mergeConflict: return "merge conflict marker: a merge was not finished"
    case .nothingInside: return "the file contains no list of SQL statements"
    }
  }
}
