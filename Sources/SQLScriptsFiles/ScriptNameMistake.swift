internal import SQLScriptsDiagnostics

/// Finds the intended name of a misnamed script.
struct ScriptNameMistake {
  let name: String
  /// The file itself.
  let file: SourceSpan
  /// The existing scripts by kind.
  var scripts: [ScriptFile.Kind: String] = [:]

  /// The mistake in the name; nil if the file has nothing to do with scripts.
  var diagnostic: Diagnostic? {
    if let original = ScriptNameMistake.original(ofLeftover: name) {
      return isNeeded(original)
        ? .unknownFileName(name, help: "Rename it to “\(original)”, or delete it.", in: file)
        : .leftoverFile(name, of: original, in: file)
    }
    guard name.utf8.first != 0x2E else { return nil }
    let parts = name[...].splitAtLastDot
    let ending = (parts?.ending).map { $0.lowercased() } ?? ""
    if Self.companions.contains(ending) { return nil }
    if let stem = parts?.stem, ScriptName(String(stem)) != nil {
      return .extraExtension(name, rename: String(stem), in: file)
    }
    if let suggestion = lowerCased {
      return .fileNameCase(name, help: renaming(to: suggestion), in: file)
    }
    return looseReading(stem: String(parts?.stem ?? name[...]), ending: ending)
  }

  /// Whether the script of this copy or backup is missing, so that the copy may be all that is left of it.
  ///
  /// A hidden file belongs to a program that is writing it. An update below all others was removed on purpose.
  private func isNeeded(_ original: String) -> Bool {
    guard let kind = ScriptName(original)?.kind, scripts[kind] == nil, name.utf8.first != 0x2E,
      !name.hasPrefix("#"), !name.hasPrefix("~$")
    else { return false }
    guard case .update(let version) = kind else { return true }
    let others = scripts.keys.compactMap { kind -> Int64? in
      if case .update(let version) = kind { version } else { nil }
    }
    return others.min().map { version > $0 } ?? true
  }

  /// Extensions of other files that may have the name of a script.
  private static let companions: Set<String> = [
    "md", "markdown", "html", "swift", "license", "sqlite", "sqlite3", "db", "png", "pdf",
  ]

  /// The name in lower case, except for its label, if that makes it the name of a script.
  private var lowerCased: String? {
    let bytes = Array(name.utf8)
    var lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard let script = ScriptName(String(decoding: lower, as: UTF8.self)) else { return nil }
    let end = bytes.count - script.format.rawValue.utf8.count - 1
    let label = max(0, end - (script.label?.utf8.count ?? 0))..<end
    lower.replaceSubrange(label, with: bytes[label])
    return String(decoding: lower, as: UTF8.self)
  }

  /// Parses the name as its author may have meant it: letters, a number, the rest.
  private func looseReading(stem: String, ending: String) -> Diagnostic? {
    let plain = stem.withHalfWidthForms
    let start = plain.firstIndex { ("0"..."9").contains($0) } ?? plain.endIndex
    let (digits, rest) = plain[start...].splitAfterDigits
    let words = plain[..<start].lowercased().filter { $0.isLetter }
    let isBare = words.isEmpty && ending == "sql" && plain.utf8.first.map { $0 != 0x5F } ?? false
    // Flyway's V4__label.sql.
    let isFlyway = words == "v" && ending == "sql" && rest.hasPrefix("__")
    if isFlyway, !digits.isEmpty {
      return update(stem, digits: digits, rest: rest, ending: ending, isBare: false)
    }
    if !digits.isEmpty, isBare || words == "update" || Self.isNear(words, "sqlupdate") {
      return update(stem, digits: digits, rest: rest, ending: ending, isBare: isBare)
    }
    if Self.isNear(words, "sqldefault") || words.hasPrefix("sqldefault") {
      let isLabelled = !digits.isEmpty || words.count > "sqldefault".count + 2
      if isLabelled { return .labelledDefault(name, rename: "sql_default", ending, in: file) }
      return unknown("sql_default", ending)
    }
    if Self.isNear(words, "sqlupdate") || words.hasPrefix("sqlupdate") {
      return .missingNumber(name, in: file)
    }
    return nil
  }

  private func update(
    _ stem: String, digits: Substring, rest: Substring, ending: String, isBare: Bool
  ) -> Diagnostic {
    let number = digits.utf8.drop { $0 == 0x30 }
    if number.isEmpty { return .versionZero(name, in: file) }
    guard let version = Int64(Substring(number)) else { return .numberTooLarge(name, in: file) }
    let label = rest.drop { "_-. ".contains($0) }
    let tail = label.isEmpty ? "" : "_" + label.split(separator: ".").joined(separator: "-")
    let suggestion = "sql_update_\(version)\(tail)"
    if stem == "sql_update_\(digits)\(tail)", digits.utf8.first == 0x30,
      ScriptFile.Format(rawValue: ending) != nil
    {
      return .zeroPadded(name, help: renaming(to: "\(suggestion).\(ending)"), in: file)
    }
    return unknown(isBare ? "\(digits)\(tail)" : suggestion, ending)
  }

  private func unknown(_ stem: String, _ ending: String) -> Diagnostic {
    if ScriptFile.Format(rawValue: ending) != nil {
      return .unknownFileName(name, help: renaming(to: "\(stem).\(ending)"), in: file)
    }
    let known = ["xml": "plist", "js": "json", "jsonc": "json", "json5": "json"]
    let formats = ScriptFile.Format.allCases.map(\.rawValue)
    let guess = known[ending] ?? Spelling.closest(to: ending, among: formats)
    return .unknownExtension(name, stem: stem, guess: guess, in: file)
  }

  /// Advice to rename the file. The new name may be in use.
  private func renaming(to rename: String) -> String {
    guard let kind = ScriptName(rename)?.kind, let other = scripts[kind] else {
      return "Rename it to “\(rename)”."
    }
    return kind == .default
      ? "Delete it or “\(other)”: there can be only one default script."
      : "Give it the next number, or delete it: “\(other)” already has this number."
  }

  private static func isNear(_ word: String, _ wanted: String) -> Bool {
    Spelling.distance(word, wanted) <= 2
  }
}

extension String {
  /// Full-width letters, digits and symbols, which an input method may produce, as ASCII.
  fileprivate var withHalfWidthForms: String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      let isWide = (0xFF01...0xFF5E).contains(scalar.value)
      scalars.append(isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
    }
    return String(scalars)
  }
}

extension Diagnostic {
  fileprivate static func unknownFileName(
    _ name: String, help: String, in file: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unknown-file-name", .error,
      "“\(name.forMessage)” is not a script name, so it would never run", at: file,
      help: help)
  }

  fileprivate static func unknownExtension(
    _ name: String, stem: String, guess: String?, in file: SourceSpan
  ) -> Diagnostic {
    let shown = name.forMessage
    return Diagnostic(
      "unknown-file-name", .error,
      "“\(shown)” does not end in .plist, .json or .sql, so it would never run", at: file,
      help: guess.map { "Rename it to “\(stem).\($0)”." }
        ?? "Rename it to “\(stem).sql” if it contains plain SQL, otherwise to .plist or .json.")
  }

  fileprivate static func labelledDefault(
    _ name: String, rename: String, _ ending: String, in file: SourceSpan
  ) -> Diagnostic {
    let ending = ScriptFile.Format(rawValue: ending)?.rawValue ?? "sql"
    return Diagnostic(
      "unknown-file-name", .error,
      "“\(name.forMessage)” would never run: sql_default has neither a number nor a label",
      at: file,
      help: "Rename it to “\(rename).\(ending)”, or to “sql_update_2.\(ending)” if it is an update."
    )
  }

  fileprivate static func missingNumber(_ name: String, in file: SourceSpan) -> Diagnostic {
    Diagnostic(
      "unknown-file-name", .error,
      "“\(name.forMessage)” has no version number, so it would never run",
      at: file,
      help: "Rename it to sql_update_ followed by the next version, such as “sql_update_2.plist”.")
  }

  fileprivate static func versionZero(_ name: String, in file: SourceSpan) -> Diagnostic {
    Diagnostic(
      "unknown-file-name", .error, "“\(name.forMessage)” would never run: versions start at 1",
      at: file,
      help: "Rename it to “sql_update_1”, or to “sql_default” if it creates a new database.")
  }

  fileprivate static func numberTooLarge(_ name: String, in file: SourceSpan) -> Diagnostic {
    Diagnostic(
      "unknown-file-name", .error,
      "“\(name.forMessage)” would never run: its number is above \(Int64.max)", at: file,
      help: "Rename it with a smaller number. A timestamp has at most 18 digits.")
  }

  fileprivate static func zeroPadded(
    _ name: String, help: String, in file: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "zero-padded-version", .error,
      "“\(name.forMessage)” would never run: its number must not have leading zeros",
      at: file, help: help)
  }

  fileprivate static func fileNameCase(
    _ name: String, help: String, in file: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "file-name-case", .error, "“\(name.forMessage)” is not all lowercase, so it would never run",
      at: file, why: "File names on a Mac usually ignore case, on iOS and Linux they do not.",
      help: help)
  }

  fileprivate static func extraExtension(
    _ name: String, rename: String, in file: SourceSpan
  ) -> Diagnostic {
    let extra = name[...].splitAtLastDot.map { ".\($0.ending)" } ?? ""
    return Diagnostic(
      "extra-extension", .error,
      "“\(name.forMessage)” has an extra file extension, so it would never run",
      at: file, why: "An editor may have added “\(extra.forMessage)”.",
      help: "Rename it to “\(rename)”. In Finder, use Get Info › Name & Extension.")
  }

  fileprivate static func leftoverFile(
    _ name: String, of original: String, in file: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "editor-leftover-file", .warning,
      "“\(name.forMessage)” looks like a leftover of “\(original)”: it never runs, but ships with the app",
      at: file, help: "Delete it, or rename it if it is a separate script.")
  }
}
