import SQLScriptsDiagnostics
import SQLScriptsFiles

extension NameMistake: AdvisedMistake {
  func advice(at span: SourceSpan) -> Advice {
    switch self {
    case .duplicateVersion(_, let first):
      Advice(
        why: "Only one of them would run, and nobody can tell which.",
        help: "Keep the one that was released. Delete the other, or give it a new number.",
        related: [.init(span: first, message: "the other one")])
    case .notAScript: Advice(help: "Call it such as “sql_default.sql” or “sql_update_2.plist”.")
    case .unknown(_, let renaming), .zeroPadded(_, let renaming): Advice(help: renaming.help)
    case .unknownExtension(_, let stem, let ending):
      Advice(
        help: Self.format(meantBy: ending).map { "Rename it to “\(stem).\($0)”." }
          ?? "Rename it to “\(stem).sql” if it holds plain SQL, else to .plist or .json.")
    case .labelledDefault(_, let written): Self.labelledDefault(written)
    case .missingNumber:
      Advice(help: "Rename it to sql_update_ and the next version, such as “sql_update_2.plist”.")
    case .versionZero:
      Advice(
        help: "Rename it to “sql_update_1”, or to “sql_default” if it makes a new database.")
    case .numberTooLarge:
      Advice(help: "Rename it with a smaller number; a timestamp has at most 18 digits.")
    case .wrongCase(_, let renaming):
      Advice(
        why: "A Mac finds it under either name, an iPhone and Linux do not.", help: renaming.help)
    case .extraExtension(let name, let rename):
      Advice(
        why: "An editor may have added “\(name.suffix(after: rename).forMessage)”.",
        help: "Rename it to “\(rename)”; in Finder, choose Get Info › Name & Extension.")
    case .lastCopy(_, let original):
      Advice(help: "Rename it to “\(original)”, or delete it.")
    case .leftover: Advice(help: "Delete it, or rename it if it is a script of its own.")
    case .companion(_, let meant): Advice(help: "Rename it to “\(meant)”, or delete it.")
    case .companionLeftover: Advice(help: "Delete it.")
    }
  }

  private static func labelledDefault(_ written: String) -> Advice {
    let ending = ScriptFile.Format(rawValue: written)?.rawValue ?? "sql"
    return Advice(
      help:
        "Rename it to “sql_default.\(ending)”, or to “sql_update_2.\(ending)” if it is an update.")
  }

  /// The ending that was probably meant.
  private static func format(meantBy ending: String) -> String? {
    let known = ["xml": "plist", "js": "json", "jsonc": "json", "json5": "json"]
    let formats = ScriptFile.Format.allCases.map(\.rawValue)
    return known[ending] ?? Spelling.closest(to: ending, among: formats)
  }
}

extension NameMistake.Renaming {
  /// What to do about a name that was meant to be another one, which may be in use.
  fileprivate var help: String {
    guard let kind = ScriptName(name)?.kind, let taken else { return "Rename it to “\(name)”." }
    return kind == .default
      ? "Delete it, or “\(taken)”: a bundle has one default script."
      : "Give it the next number, or delete it: “\(taken)” is that update already."
  }
}

extension String {
  /// What follows a beginning, cut between bytes: a mark may combine with the dot.
  fileprivate func suffix(after start: String) -> String {
    String(Substring(utf8.dropFirst(start.utf8.count)))
  }
}
