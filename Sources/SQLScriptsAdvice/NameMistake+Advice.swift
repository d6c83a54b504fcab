import SQLScriptsDiagnostics
import SQLScriptsFiles

extension NameMistake: AdvisedMistake {
  func advice(at span: SourceSpan) -> Advice {
    switch self {
    case .duplicateVersion(_, let first):
      Advice(
        why: "Only one of them could run, and it is not clear which.",
        help: "Keep the one that was released. Delete the other, or give it a new number.",
        related: [.init(span: first, message: "the other script")])
    case .notAScript: Advice(help: "Use a name such as “sql_default.sql” or “sql_update_2.plist”.")
    case .unknown(_, let renaming), .zeroPadded(_, let renaming): Advice(help: renaming.help)
    case .unknownExtension(_, let stem, let ending):
      Advice(
        help: Self.format(meantBy: ending).map { "Rename it to “\(stem).\($0)”." }
          ?? "Rename it to “\(stem).sql” if it contains plain SQL, otherwise to .plist or .json.")
    case .labelledDefault(_, let written): Self.labelledDefault(written)
    case .missingNumber(_, let free):
      Advice(help: "Rename it to sql_update_ followed by the next version, such as “\(free)”.")
    case .versionZero(_, let hasOne):
      Advice(
        help: hasOne
          ? "Add 1 to the number of every script, beginning with the last one."
          : "Rename it to “sql_update_1”, or to “sql_default” if it creates a new database.")
    case .hidden(_, let renaming), .bareNumber(_, let renaming):
      Advice(help: renaming.help + " If it is not a script, move it out of this folder.")
    case .notDownloaded(_, let script):
      Advice(help: "Open the folder in Finder and download “\(script)”, then validate again.")
    case .document(_, let stem):
      Advice(
        help: "Save its SQL as plain text in “\(stem).sql”, and move this file out of the folder.")
    case .downMigration:
      Advice(
        why: "A migration only goes forward.", help: "Move it out of this folder, or delete it.")
    case .numberTooLarge:
      Advice(help: "Rename it with a smaller number. A timestamp has at most 18 digits.")
    case .wrongCase(_, let renaming):
      Advice(
        why: "File names on a Mac usually ignore case, on iOS and Linux they do not.",
        help: renaming.help)
    case .extraExtension(let name, let rename):
      Advice(
        why: "An editor may have added “\(name.suffix(after: rename).forMessage)”.",
        help: "Rename it to “\(rename)”. In Finder, use Get Info › Name & Extension.")
    case .lastCopy(_, let original):
      Advice(help: "Rename it to “\(original)”, or delete it.")
    case .leftover: Advice(help: "Delete it, or rename it if it is a separate script.")
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

  /// The file extension that was probably meant.
  private static func format(meantBy ending: String) -> String? {
    let known = ["xml": "plist", "js": "json", "jsonc": "json", "json5": "json"]
    let formats = ScriptFile.Format.allCases.map(\.rawValue)
    return known[ending] ?? Spelling.closest(to: ending, among: formats)
  }
}

extension NameMistake.Renaming {
  /// Advice to rename the file. The new name may exist already.
  fileprivate var help: String {
    guard let kind = ScriptName(name)?.kind, let taken else { return "Rename it to “\(name)”." }
    return kind == .default
      ? "Delete it or “\(taken)”: there can be only one default script."
      : "Give it the next number, or delete it: “\(taken)” already has this number."
  }
}

extension String {
  /// The part after `start`. It is cut between bytes, because a combining mark may follow the dot.
  fileprivate func suffix(after start: String) -> String {
    String(Substring(utf8.dropFirst(start.utf8.count)))
  }
}
