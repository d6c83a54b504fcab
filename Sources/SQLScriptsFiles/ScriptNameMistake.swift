/// Finds the intended name of a misnamed script.
struct ScriptNameMistake {
  let name: String
  /// The existing scripts by kind.
  var scripts: [ScriptFile.Kind: String] = [:]

  /// The mistake in the name; nil if the file has nothing to do with scripts.
  var mistake: NameMistake? {
    // Word and Excel write it while they have the document open.
    if name.hasPrefix("~$"), ScriptName(String(name.dropFirst(2))) == nil { return nil }
    if let original = ScriptNameMistake.original(ofLeftover: name) {
      return isNeeded(original)
        ? .lastCopy(name, of: original) : .leftover(name, of: original)
    }
    guard name.utf8.first != 0x2E else { return hidden }
    let parts = name[...].splitAtLastDot
    let ending = (parts?.ending).map { $0.lowercased() } ?? ""
    if Self.companions.contains(ending) { return nil }
    if let stem = parts?.stem, ScriptName(String(stem)) != nil {
      return .extraExtension(name, rename: String(stem))
    }
    if let stem = parts?.stem, isDownMigration(stem, ending) { return .downMigration(name) }
    if let suggestion = lowerCased {
      return .wrongCase(name, renaming(to: suggestion))
    }
    return looseReading(stem: String(parts?.stem ?? name[...]), ending: ending)
  }

  /// A hidden file that is a script without the dot, or whose script iCloud Drive has not downloaded.
  private var hidden: NameMistake? {
    let rest = String(name.dropFirst())
    if ScriptName(rest) != nil { return .hidden(name, renaming(to: rest)) }
    guard rest.hasSuffix(".icloud") else { return nil }
    let script = String(rest.dropLast(".icloud".utf8.count))
    return ScriptName(script) == nil ? nil : .notDownloaded(name, script: script)
  }

  /// Whether another tool runs the file to undo a migration: `000001_init.down.sql`, `U2__notes.sql`.
  private func isDownMigration(_ stem: Substring, _ ending: String) -> Bool {
    guard ending == "sql", let last = stem.splitAtLastDot?.ending.lowercased() else { return false }
    return ["down", "undo", "rollback"].contains(last)
      && stem.utf8.first.map { (0x30...0x39).contains($0) } == true
  }

  /// The name of the next update, in the format of the file if it is one.
  private func nextName(_ ending: String) -> String {
    let last = scripts.keys.map(\.version).max() ?? 1
    let format = ScriptFile.Format(rawValue: ending)?.rawValue ?? "plist"
    return "sql_update_\(max(1, last) &+ 1).\(format)"
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
  private func looseReading(stem: String, ending: String) -> NameMistake? {
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
    if !digits.isEmpty, isBare || Self.meansUpdate(words) {
      return update(stem, digits: digits, rest: rest, ending: ending, isBare: isBare)
    }
    if !digits.isEmpty, words.isEmpty, rest.isEmpty { return bareNumber(digits, ending) }
    if Self.isNear(words, "sqldefault") || words.hasPrefix("sqldefault") {
      let isLabelled = !digits.isEmpty || words.count > "sqldefault".count + 2
      if isLabelled { return .labelledDefault(name, ending) }
      return unknown("sql_default", ending)
    }
    if Self.isNear(words, "sqlupdate") || words.hasPrefix("sqlupdate") {
      return .missingNumber(name, free: nextName(ending))
    }
    return nil
  }

  /// Whether the letters before a number mean an update: a misspelled `sql_update`, or `sql` and another word for it.
  private static func meansUpdate(_ words: String) -> Bool {
    if words == "update" || isNear(words, "sqlupdate") { return true }
    guard words.hasPrefix("sql") else { return false }
    let rest = words.dropFirst(3)
    let known = ["upgrade", "upd", "migration", "migrate", "patch", "version", "change", "step"]
    return known.contains { rest.hasPrefix($0) } || rest.contains { !$0.isASCII }
  }

  /// `3.plist`, if version 3 is missing or the next one.
  private func bareNumber(_ digits: Substring, _ ending: String) -> NameMistake? {
    guard let version = Int64(digits), version > 1, ScriptFile.Format(rawValue: ending) != nil,
      let last = scripts.keys.map(\.version).max(), version <= max(1, last) + 1,
      scripts[.update(version)] == nil
    else { return nil }
    return .bareNumber(name, renaming(to: "sql_update_\(version).\(ending)"))
  }

  private func update(
    _ stem: String, digits: Substring, rest: Substring, ending: String, isBare: Bool
  ) -> NameMistake {
    let number = digits.utf8.drop { $0 == 0x30 }
    if number.isEmpty { return .versionZero(name, hasOne: scripts[.update(1)] != nil) }
    guard let version = Int64(Substring(number)) else { return .numberTooLarge(name) }
    let label = rest.drop { "_-. ".contains($0) }
    let tail = label.isEmpty ? "" : "_" + label.split(separator: ".").joined(separator: "-")
    let suggestion = "sql_update_\(version)\(tail)"
    if stem == "sql_update_\(digits)\(tail)", digits.utf8.first == 0x30,
      ScriptFile.Format(rawValue: ending) != nil
    {
      return .zeroPadded(name, renaming(to: "\(suggestion).\(ending)"))
    }
    if Self.documents.contains(ending) { return .document(name, stem: suggestion) }
    let original = scripts[.update(version)]
    if Self.backups.contains(ending), let original { return .leftover(name, of: original) }
    return unknown(isBare ? "\(digits)\(tail)" : suggestion, ending)
  }

  /// File extensions of documents and archives.
  private static let documents: Set<String> = [
    "doc", "docx", "xls", "xlsx", "rtf", "rtfd", "odt", "ods", "pages", "numbers", "zip", "gz",
    "7z",
  ]
  private static let backups: Set<String> = ["bak", "old", "orig", "tmp", "save"]

  private func unknown(_ stem: String, _ ending: String) -> NameMistake {
    ScriptFile.Format(rawValue: ending) != nil
      ? .unknown(name, renaming(to: "\(stem).\(ending)"))
      : .unknownExtension(name, stem: stem, ending: ending)
  }

  private func renaming(to name: String) -> NameMistake.Renaming {
    NameMistake.Renaming(name: name, taken: ScriptName(name).flatMap { scripts[$0.kind] })
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
