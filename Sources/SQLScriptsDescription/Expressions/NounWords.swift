import SQLScriptsSQL
import SQLScriptsSchema

/// A value as a noun: “**name** in lower case”, “the current time”. Nil for what words would not say exactly.
struct NounWords {
  let scope: ExpressionScope

  struct Noun {
    enum Form { case literal, column, phrase, entry, modified, arithmetic, time }

    var words: Words
    var form: Form
    var column: ExpressionScope.Column?

    init(_ words: Words, _ form: Form = .phrase) { (self.words, self.form) = (words, form) }

    /// Whether words after it can only be about it: “**a** in lower case”.
    var isSimple: Bool { form == .column || form == .literal }

    /// Whether it has a condition of its own, which a reader would take for that of the sentence.
    var hasCondition: Bool {
      form != .literal
        && words.pieces.contains { piece in
          guard case .text(let text) = piece else { return false }
          return [" where ", " in which "].contains(where: text.contains)
        }
    }
  }

  /// What a column is set to: “the value of **name**”.
  func value(_ expression: SQLExpression) -> Words? {
    let own = scope.own.flatMap { scope.column($0, qualifier: nil) }
    guard let noun = noun(expression, in: own) else { return nil }
    guard let column = noun.column, let name = column.name else { return noun.words }
    if let table = column.joined, !table.isEmpty { return "the \(noun.words) of \(name: table)" }
    if name == scope.own { return noun.words }
    return column.joined == nil && scope.changing.contains(name)
      ? "the old value of " + column.words : "the value of " + noun.words
  }

  /// A value of a column, in which 1 may mean “yes”.
  func noun(_ expression: SQLExpression, in column: ExpressionScope.Column?) -> Noun? {
    guard column?.isYesOrNo == true else { return noun(expression) }
    switch expression {
    case .truth(true), .number("1"): return Noun("“yes”", .literal)
    case .truth(false), .number("0"): return Noun("“no”", .literal)
    default: return noun(expression)
    }
  }

  func noun(_ expression: SQLExpression) -> Noun? {
    guard scope.work.begin() else { return nil }
    switch expression {
    case .null: return Noun("no value", .literal)
    case .truth(let value): return Noun(value ? "1" : "0", .literal)
    case .number(let digits): return Noun(Words(digits), .literal)
    case .text(let text): return Self.text(text).map { Noun($0, .literal) }
    case .blob(let digits): return digits.isEmpty ? Noun("empty binary data", .literal) : nil
    case .column(let name, let qualifier):
      guard let column = scope.column(name, qualifier: qualifier) else { return nil }
      let isOwn = column.name != nil && column.name == scope.own && column.joined == nil
      let isOld = column.name.map(scope.changing.contains) ?? false && column.joined == nil
      var noun = Noun(
        isOwn ? "its value" : isOld ? "the old " + column.words : column.words, .column)
      noun.column = column
      return noun
    case .negative(let value): return simple(value).map { Noun("the negative of " + $0) }
    case .operation(let sign, let left, let right): return operation(sign, left, right)
    case .cast(let value, let type): return cast(value, to: type)
    case .call(let name, let arguments): return call(name, arguments)
    case .query(let query): return QueryWords(scope: scope).value(query).map { Noun($0) }
    default: return nil
    }
  }

  static let longText = 40

  static func text(_ text: String) -> Words? {
    if text.isEmpty { return "an empty text" }
    return text.count <= longText ? quoted(text) : nil
  }

  /// A text as a reader can tell it from others; nil for whitespace that gets lost in a sentence.
  static func quoted(_ text: String) -> Words? {
    if text == "\t" { return "a tab" }
    if text.count > 1, text.allSatisfy({ $0 == " " }) { return "\(text.count) spaces" }
    let isClear =
      !text.contains("  ")
      && text.unicodeScalars.allSatisfy { $0 == " " || !$0.properties.isWhitespace }
    return isClear ? Words("'\(text)'") : nil
  }

  /// A noun that others can be built around.
  func simple(_ expression: SQLExpression) -> Words? {
    noun(expression).flatMap(simple)
  }

  func simple(_ noun: Noun) -> Words? {
    noun.isSimple && noun.words != "no value" ? noun.words : nil
  }
}
