import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// The findings that authors ignore, with their reasons: in the `ignore` key of an item, or in a comment before, in
/// or after the statement: `/* sqlscripts: ignore[delete-without-where] old sessions are worthless */`.
struct Suppressions {
  private struct Suppression {
    var rule: String
    var reason: String
    var span: SourceSpan
    /// The ranges of the findings that it applies to: a statement, and the `onlyIf` of its item.
    var scopes: [Scope]
  }

  private struct Scope: Hashable {
    var family: ScopeFamily
    var range: Range<Int>
  }

  /// Scopes that do not overlap: the items or statements of a file in which a rule is ignored.
  private struct ScopeFamily: Hashable {
    var rule: String
    var file: ObjectIdentifier
    var isItem: Bool
  }

  private var suppressions: [Suppression] = []

  /// The index of what the `ignore` key of an item ignores.
  private var indices: [ItemRule: Int] = [:]

  private struct ItemRule: Hashable {
    var rule: String
    var file: ObjectIdentifier
    var options: Int32
  }

  /// The rules that are ignored somewhere.
  private(set) var rules: Set<String> = []

  private var usedScopes: Set<Scope> = []

  /// Where the last statement ended, so that the text before the next one is read once.
  private var lastEnd: (file: ObjectIdentifier, offset: Int)?

  /// Above this number of unknown rules, no suggestions are computed.
  private static let manyUnknown = 100

  /// The second half of a help sentence: how to ignore the rule instead.
  static func howTo(_ rule: String) -> String {
    "write /* sqlscripts: ignore[\(rule)] the reason */ before it."
  }

  /// Records what a statement's item and comments ignore.
  mutating func read(_ statement: RehearsedStatement) {
    let item = statement.script.span(of: statement.item.text)
    if statement.ordinal == 1 {
      for (rule, reason) in statement.script.options(of: statement.item)?.ignore ?? [] {
        let key = ItemRule(
          rule: rule, file: ObjectIdentifier(item.file), options: statement.item.optionsIndex)
        if let index = indices[key] {
          suppressions[index].scopes.append(scope(of: rule, item, isItem: true))
          suppressions[index].span = item
        } else {
          indices[key] = suppressions.count
          add(rule, reason, at: item, scope: item, isItem: true)
        }
      }
    }
    let file = ObjectIdentifier(item.file)
    let known = lastEnd.flatMap { $0.file == file ? $0.offset : nil } ?? 0
    let isAhead = known <= statement.range.lowerBound
    let start = max(isAhead ? known : 0, statement.item.text.lowerBound)
    lastEnd = (file, statement.range.upperBound)
    for comment in Self.comments(of: statement, from: start) {
      read(comment.text, comment.span, statement.span)
    }
  }

  private mutating func read(_ comment: String, _ span: SourceSpan, _ scope: SourceSpan) {
    guard let words = Self.directive(in: comment) else { return }
    for rule in words.rules {
      add(rule, words.reason, at: span, scope: scope, isItem: false)
    }
  }

  private mutating func add(
    _ rule: String, _ reason: String, at span: SourceSpan, scope: SourceSpan, isItem: Bool
  ) {
    rules.insert(rule)
    suppressions.append(
      Suppression(
        rule: rule, reason: reason, span: span,
        scopes: [self.scope(of: rule, scope, isItem: isItem)]))
  }

  private func scope(of rule: String, _ span: SourceSpan, isItem: Bool) -> Scope {
    Scope(
      family: ScopeFamily(rule: rule, file: ObjectIdentifier(span.file), isItem: isItem),
      range: span.range)
  }

  /// The remaining findings, with findings about suppressions that match nothing.
  ///
  /// - Parameter leveled: a finding with the severity of the settings; nil if they turn it off.
  mutating func apply(
    to findings: Findings, leveled: (Diagnostic) -> Diagnostic?
  ) -> [Diagnostic] {
    var left: [Diagnostic] = []
    let scopes = Dictionary(grouping: suppressions.flatMap(\.scopes), by: \.family)
      .mapValues { $0.map(\.range).sorted { $0.lowerBound < $1.lowerBound } }
    var seen: Set<Findings.OncePerScript> = []
    for (index, finding) in findings.diagnostics.enumerated() {
      guard let diagnostic = leveled(finding), !isAllowed(diagnostic, in: scopes) else { continue }
      if let once = findings.repeatable[index], !seen.insert(once).inserted { continue }
      left.append(diagnostic)
    }
    var unknown: Set<String> = []
    for suppression in suppressions {
      if suppression.rule.isEmpty {
        left.append(.unreadableSuppression(at: suppression.span))
      } else if !Self.isKnown(suppression.rule) {
        unknown.insert(suppression.rule)
        left.append(
          .unknownSuppression(
            suppression.rule, isGuessed: unknown.count <= Self.manyUnknown, at: suppression.span))
      } else if usedScopes.isDisjoint(with: suppression.scopes) {
        left.append(.unusedSuppression(suppression.rule, at: suppression.span))
      } else if suppression.reason.isEmpty {
        left.append(.suppressionWithoutReason(suppression.rule, at: suppression.span))
      }
    }
    return left
  }

  private mutating func isAllowed(
    _ diagnostic: Diagnostic, in scopes: [ScopeFamily: [Range<Int>]]
  ) -> Bool {
    guard RuleCatalog.canBeAllowed(diagnostic) else { return false }
    let range = diagnostic.span.range
    let file = ObjectIdentifier(diagnostic.span.file)
    var isAllowed = false
    for isItem in [true, false] {
      let family = ScopeFamily(rule: diagnostic.id, file: file, isItem: isItem)
      // They do not overlap, so only the last one that starts before can contain it.
      guard let scope = scopes[family]?.last(startingUpTo: range.lowerBound),
        range.upperBound <= scope.upperBound
      else { continue }
      usedScopes.insert(Scope(family: family, range: scope))
      isAllowed = true
    }
    return isAllowed
  }

  private static func isKnown(_ rule: String) -> Bool { RuleCatalog.rule(rule) != nil }

  /// The comments in the item's text, before and inside the statement.
  ///
  /// - Parameter start: the start of the item, or the end of a statement before this one.
  private static func comments(
    of statement: RehearsedStatement, from start: Int
  ) -> [(text: String, span: SourceSpan)] {
    let script = statement.script
    let item = statement.item.text
    return script.document.withBytes(of: item) { bytes in
      var comments: [(String, SourceSpan)] = []
      var scanner = SQLScanner(
        UnsafeBufferPointer(rebasing: bytes[(start - item.lowerBound)...]))
      // Comments after it belong to it if no other statement follows.
      var behind: [(String, SourceSpan)] = []
      while let token = scanner.next() {
        let range = (start + token.range.lowerBound)..<(start + token.range.upperBound)
        let isBehind = range.lowerBound >= statement.range.upperBound
        if token.kind == .comment {
          let comment = (script.text(range), script.span(of: range))
          if isBehind { behind.append(comment) } else { comments.append(comment) }
        } else if token.kind == .semicolon, range.upperBound <= statement.range.lowerBound {
          // A comment belongs to the statement after it.
          comments = []
        } else if isBehind, !token.isTrivia, token.kind != .semicolon {
          return comments
        }
      }
      return comments + behind
    }
  }

  /// Whether a comment is meant to ignore a rule.
  static func isDirective(_ comment: String) -> Bool { directive(in: comment) != nil }

  /// `sqlscripts: ignore[rule, rule] reason`
  private static func directive(in comment: String) -> (rules: [String], reason: String)? {
    var text = comment[...]
    if text.hasPrefix("--") { text = text.dropFirst(2) }
    if text.hasPrefix("/*") {
      text = text.dropFirst(2)
      if text.hasSuffix("*/") { text = text.dropLast(2) }
    }
    text = text.trimmingBlanks
    let prefix = "sqlscripts:"
    guard text.hasPrefix(prefix) else { return text.hasPrefix("ignore[") ? ([""], "") : nil }
    text = text.dropFirst(prefix.count).trimmingBlanks
    guard text.hasPrefix("ignore["), let end = text.firstIndex(of: "]") else {
      return ([""], "")
    }
    let rules = text[..<end].dropFirst("ignore[".count).split(
      separator: ",", omittingEmptySubsequences: false)
    return (
      rules.map { String($0.trimmingBlanks) },
      String(text[text.index(after: end)...].trimmingBlanks)
    )
  }
}

extension [Range<Int>] {
  /// The last of sorted ranges that starts at a position or before it.
  func last(startingUpTo place: Int) -> Range<Int>? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].lowerBound <= place { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? self[low - 1] : nil
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var text = self
    while let first = text.first, first.isWhitespace { text = text.dropFirst() }
    while let last = text.last, last.isWhitespace { text = text.dropLast() }
    return text
  }
}

extension Diagnostic {
  fileprivate static func unknownSuppression(
    _ rule: String, isGuessed: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let near =
      isGuessed ? Spelling.closest(to: rule, among: RuleCatalog.rules.map { $0.id }) : nil
    return Diagnostic(
      "unknown-suppression", .error, "no rule named “\(rule)”", at: span,
      help: near.map { "Did you mean “\($0)”?" } ?? "List the rules with: sqlscripts rules")
  }

  fileprivate static func unreadableSuppression(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "unknown-suppression", .error,
      "this comment ignores no rule; expected “sqlscripts: ignore[rule] reason”",
      at: span, help: "Write, for example: sqlscripts: ignore[drop-table] the reason")
  }

  fileprivate static func unusedSuppression(_ rule: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "unused-suppression", .warning, "ignore[\(rule)] no longer matches a finding", at: span,
      help: "Delete it, so that it does not hide later mistakes.")
  }

  fileprivate static func suppressionWithoutReason(
    _ rule: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "suppression-without-reason", .warning, "ignore[\(rule)] has no reason", at: span,
      help: "Write the reason after it: ignore[\(rule)] these rows are only a cache")
  }
}
