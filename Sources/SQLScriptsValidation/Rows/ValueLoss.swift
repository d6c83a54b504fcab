import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSQL

/// A column of which a script lost values of real rows.
package struct ValueLoss: Sendable {
  enum Kind: Hashable {
    /// Text became a number that is not written like it: '007' became 7.
    case number
    /// A number has more digits than REAL can hold.
    case precision
    /// CAST cut the decimals off.
    case decimals
    /// Bytes became a text that ends at a zero byte or is not UTF-8.
    case bytes
    case null
    /// `||` with NULL.
    case concatenation
    /// The copy has a constant instead of the column.
    case constant
    /// The copy leaves the column out.
    case omitted
    /// A date function read milliseconds as seconds, or the other way round.
    case date
  }

  let kind: Kind

  /// Whether the statement decides which values are lost, so that its author has chosen it.
  let isChosen: Bool
  let table: String
  let column: String
  let span: SourceSpan
  let rows: AffectedRows
}

extension ValueLoss {
  /// The kind of loss if a value became another one, and whether its author has chosen it; nil if nothing is lost.
  static func loss(
    from old: SQLiteValue, to new: SQLiteValue, by source: ValueSource
  ) -> (kind: Kind, isChosen: Bool)? {
    if let kind = kind(from: old, to: new, by: source) { return (kind, false) }
    switch (old, new) {
    case (.null, _), (.text(""), .null): return nil
    case (_, .null): return source.decidesNull ? (.null, true) : nil
    default:
      guard source.decidesConversion else { return nil }
      return conversion(from: old, to: new).map { ($0, true) }
    }
  }

  /// The kind of loss that the statement does not mean; nil if there is none.
  private static func kind(
    from old: SQLiteValue, to new: SQLiteValue, by source: ValueSource
  ) -> Kind? {
    switch (old, new) {
    case (.null, _): return nil
    case _ where source.isOmitted: return .omitted
    case (.text(""), .null): return nil
    case _ where source.isConstant: return .constant
    case (_, .null):
      if source.intendsNull { return nil }
      if source.isDate, old.isNumber { return .date }
      return source.concatenates ? .concatenation : .null
    case (.integer(let number), .text(let text)) where source.isDate:
      return number >= 1_000_000_000 && text.hasPrefix("1970-01-") ? .date : nil
    default: return source.isConversion ? conversion(from: old, to: new) : nil
    }
  }

  private static func conversion(from old: SQLiteValue, to new: SQLiteValue) -> Kind? {
    switch (old, new) {
    case (.text(let text), .integer(let number)):
      return writes(text, number) ? nil : .number
    case (.text(let text), .real(let number)):
      return writes(text, number) ? nil : .number
    case (.text(let text), .text(let other)):
      if let number = Int64(other) { return writes(text, number) ? nil : .number }
      if let number = Double(other) { return writes(text, number) ? nil : .number }
      return nil
    case (.integer(let number), .real(let other)):
      return Int64(exactly: other) == number ? nil : .precision
    case (.integer(let number), .text(let text)):
      guard text != "\(number)", text.contains("e+"), let other = Double(text) else { return nil }
      return Int64(exactly: other) == number ? nil : .precision
    case (.real(let number), .integer(let other)):
      return Double(other) == number ? nil : .decimals
    case (.real(let number), .real(let other)):
      return other != number && other == number.rounded(.towardZero) ? .decimals : nil
    case (.blob(let bytes), .text(let text)):
      // A byte that is not UTF-8 becomes U+FFFD here.
      return bytes.contains(0) || text.utf8.count != bytes.count ? .bytes : nil
    default: return nil
    }
  }

  /// Whether a text is a usual way to write a number. 12.50 is 12.5, but 007 and 1e5 may be codes.
  private static func writes(_ text: String, _ number: Int64) -> Bool {
    guard let parts = decimal(text), parts.fraction.allSatisfy({ $0 == "0" }) else { return false }
    return Int64(parts.whole) == number
  }

  private static func writes(_ text: String, _ number: Double) -> Bool {
    guard let parts = decimal(text), Double(parts.whole + "." + parts.fraction + "0") == number
    else { return false }
    let digits = (parts.whole + parts.fraction).filter { $0 != "-" }.drop { $0 == "0" }
    if digits.count <= 15 { return true }
    guard parts.fraction.isEmpty, let exact = Int64(exactly: number) else { return false }
    return exact == Int64(parts.whole)
  }

  /// The digits before and after the point; nil if it is not a plain decimal number.
  private static func decimal(_ text: String) -> (whole: String, fraction: String)? {
    let trimmed = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    let parts = String(Array(trimmed)).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first else { return nil }
    let digits = whole.hasPrefix("-") ? whole.dropFirst() : whole
    let fraction = parts.count > 1 ? parts[1] : ""
    let isPlain = (digits + fraction).utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isPlain, !(digits + fraction).isEmpty, digits == "0" || !digits.hasPrefix("0") else {
      return nil
    }
    return (digits.isEmpty ? whole + "0" : String(whole), String(fraction))
  }
}

extension ValueLoss {
  /// The rule that it belongs to.
  var rule: String {
    switch kind {
    case .date: DateUnit.id
    case .concatenation: NullInConcatenation.id
    case .omitted: ValuesChangedInRebuild.id
    default: ValuesMangled.id
    }
  }

  /// Nobody asked for the loss, except for one that was chosen, and for the decimals that an explicit CAST removes.
  var severity: Diagnostic.Severity {
    if isChosen { return .info }
    return kind == .decimals ? .warning : .error
  }

  var message: String { isChosen ? "\(what), as this statement says" : what }

  private var what: String {
    let column = "“\(column)” of “\(table)”"
    return switch kind {
    case .number: "\(column) becomes another number than its text in \(rows.words)"
    case .precision: "\(column) loses digits in \(rows.words)"
    case .decimals: "\(column) loses its decimals in \(rows.words)"
    case .bytes: "\(column) becomes unreadable text in \(rows.words)"
    case .null, .concatenation: "\(column) becomes NULL in \(rows.words)"
    case .constant: "\(column) gets this value instead of its own in \(rows.words)"
    case .omitted: "\(column) loses its values in \(rows.words): this copy leaves it out"
    case .date: "the date for \(column) is wrong in \(rows.words)"
    }
  }

  var why: String? {
    if isChosen { return nil }
    return switch kind {
    case .number: "Text such as '007' or '1e5' becomes 7 or 100000."
    case .precision: "REAL holds integers exactly only up to 9007199254740992."
    case .decimals: "CAST does not round: 102.9 becomes 102."
    case .bytes: "A text ends at the first zero byte, and has to be UTF-8."
    case .concatenation: "The result of || is NULL if one side is NULL."
    case .date:
      "'unixepoch' expects seconds. Milliseconds give NULL, and seconds / 1000 a day in 1970."
    case .null, .constant, .omitted: nil
    }
  }

  var help: String {
    if isChosen { return "Check whether these are the values that you mean to lose." }
    return switch kind {
    case .number: "Keep the type TEXT."
    case .precision: "Keep the type INTEGER."
    case .decimals: "Round explicitly with round(), or keep the type REAL."
    case .bytes: "Keep the type BLOB."
    case .null: "Give these rows a value, as with coalesce(…, “\(column)”)."
    case .concatenation: "Write coalesce(…, '') for what may be NULL."
    case .constant: "Copy “\(column)”, too."
    case .omitted: "List “\(column)” on both sides."
    case .date: "Divide milliseconds by 1000, and seconds not at all."
    }
  }
}
