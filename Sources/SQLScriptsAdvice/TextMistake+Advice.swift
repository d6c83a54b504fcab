import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

extension TextMistake: AdvisedMistake {
  func advice(at span: SourceSpan) -> Advice {
    switch self {
    case .wrongEncoding:
      return Advice(
        help: "Save the file again as UTF-8.",
        fixIt: TextCorrection(source: span.file).utf8)
    case .notUTF8:
      let guess = TextEncodingGuess(span.file.bytes)
      if let guess, guess.isMixed {
        let character = guess.character(of: span.file.bytes[span.range].first)
        return Advice(
          label: "this byte is not UTF-8",
          why: "The rest of the file is UTF-8, and this part probably comes from another file.",
          help: "Type \(character.map { "“\($0)”" } ?? "the character") again here.")
      }
      return Advice(
        label: "first byte that is not UTF-8",
        why: guess.map { "The file is probably saved as \($0.name)." },
        help: TextEncodingGuess.help)
    case .richText(let kind):
      return Advice(
        help: kind.hasPrefix("a web")
          ? "Copy the SQL from the page into a plain text file."
          : kind.contains("ZIP")
            ? "Open it, and copy the SQL into a plain text file. A renamed document stays a document."
            : "In TextEdit choose Format › Make Plain Text, and save again.")
    case .emptyFile:
      return Advice(help: "Write the statements into it, or delete it.")
    case .byteOrderMark:
      return Advice(
        help: "Save the file as UTF-8 without a byte-order mark.",
        fixIt: FixIt("Delete the byte-order mark", at: span, with: ""))
    case .duplicateKey(let name, let first):
      let name = name.forMessage
      return Advice(
        label: "again here", why: "Most readers silently keep only one of the two values.",
        help: "Keep one of the two keys and delete the other.",
        related: [.init(span: first, message: "“\(name)” is first here")])
    case .nestingTooDeep(let depth):
      return Advice(
        label: "level \(depth + 1) starts here",
        help: "Write the statements as one plain list. A script needs two or three levels.")
    case .nulCharacter:
      return Advice(
        why: "SQLite silently ignores everything after it.",
        help: "Delete it. To store such data, write a blob such as x'00'.")
    case .endingDoesNotFit(_, _, let rename):
      return Advice(help: "Rename it to “\(rename.forMessage)”.")
    case .mergeConflict:
      return Advice(
        help:
          "Keep the correct lines, and delete the lines with <<<<<<<, ======= and >>>>>>>.")
    case .nothingInside:
      return Advice(help: "Put the statements in one list.")
    }
  }
}
