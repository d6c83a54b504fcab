import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// A script that is being corrected.
struct Draft {
  /// One round applies the edits that do not overlap and uncovers the rest.
  static let maximumRounds = 100

  /// The mistakes that one round corrects. If it were as few as a reader reports to an author, a large file with many
  /// mistakes would be read once for each hundred.
  static let maximumMistakes = 10_000

  /// Rules report nearly everything that they find in a statement.
  static let maximumStatementRounds = 16

  let file: ScriptFile
  let before: [UInt8]
  private(set) var source: SourceFile
  private(set) var refusal: Fixer.Refusal.Reason?
  private(set) var corrected: [Diagnostic] = []
  private let isReleased: Bool
  /// The script after only its format was corrected.
  private var form: SourceFile
  /// From `source` back to `form`.
  private var trail = EditTrail()
  /// The findings that were corrected since `form`, with their places in it.
  fileprivate var placed: [KeptStatements.Placed] = []
  private var kept: KeptStatements?

  init(file: ScriptFile, source: SourceFile, isReleased: Bool) {
    self.file = file
    self.source = source
    form = source
    before = Array(source.bytes)
    self.isReleased = isReleased
  }

  var isChanged: Bool { !source.bytes.elementsEqual(before) }

  /// Whether more than its format is corrected.
  var changesStatements: Bool { !source.bytes.elementsEqual(form.bytes) }

  /// Whether a corrected key now says which version the script creates.
  var changesVersion: Bool {
    file.kind == .default
      && corrected.contains {
        $0.id == "unknown-key"
          && $0.fixIt?.edits.contains { $0.replacement.contains(ScriptKey.version.name) } == true
      }
  }

  var correction: Fixer.Correction? {
    guard isChanged else { return nil }
    return Fixer.Correction(
      file: file, before: before, after: Array(source.bytes), diagnostics: corrected)
  }

  var refused: Fixer.Refusal? {
    if let refusal { return Fixer.Refusal(file: file, reason: refusal) }
    return kept.map { Fixer.Refusal(file: file, reason: $0.reason, statements: $0.count) }
  }

  /// Applies the fix-its of findings about this script. False if there are none.
  mutating func take(_ diagnostics: [Diagnostic]) -> Bool {
    let found = own(diagnostics.filter { $0.fixIt != nil })
      .filter { kept?.contains($0.place) != true }
    guard !found.isEmpty, refusal == nil else { return false }
    if isReleased {
      refusal = .released
      return false
    }
    let (bytes, taken) = source.bytes(after: found.compactMap(\.finding.fixIt))
    guard !taken.isEmpty, !source.bytes.elementsEqual(bytes) else { return false }
    placed += taken.map { found[$0] }
    corrected += taken.map { found[$0].finding }
    trail.add(taken.flatMap { found[$0].finding.fixIt?.edits ?? [] })
    source = SourceFile(name: source.name, bytes: bytes)
    return true
  }

  /// The findings about the current text, with their places in `form`.
  fileprivate func own(_ diagnostics: [Diagnostic]) -> [KeptStatements.Placed] {
    var text = KnownText(source)
    return diagnostics.compactMap { finding in
      text.contains(finding.span)
        ? (finding, trail.origin(of: finding.span.range.lowerBound)) : nil
    }
  }

  /// The findings about the current text that are not in statements which a mistake has hidden, as a string without its
  /// end hides those after it. Such a finding was there before.
  fileprivate func caused(_ diagnostics: [Diagnostic]) -> [KeptStatements.Placed] {
    let found = own(diagnostics)
    guard file.format == .sql, !placed.isEmpty else { return found }
    let old = KeptStatements.ranges(of: file, in: form)
    let new = KeptStatements.ranges(of: file, in: source)
    guard new.count > old.count else { return found }
    let places = placed.map(\.place).sorted()
    let isCorrected = { (statement: Range<Int>) in
      let next = places.prefixCount { $0 < statement.lowerBound }
      return next < places.count && places[next] < statement.upperBound
    }
    return found.filter { finding, place in
      guard let now = new.statement(at: finding.span.range.lowerBound),
        let before = old.statement(at: place)
      else { return true }
      let origin = trail.origin(of: new[now].lowerBound)
      return !isCorrected(old[before])
        || isCorrected(origin..<max(origin, trail.origin(of: new[now].upperBound)))
    }
  }

  /// Restores the script, for a reason.
  mutating func takeBack(_ reason: Fixer.Refusal.Reason) {
    self = Draft(
      file: file, source: SourceFile(name: source.name, bytes: before), isReleased: isReleased)
    refusal = reason
  }

  /// Keeps the corrected statements that cause errors as they are, so that the others can be corrected. If there is
  /// none, refuses the whole script.
  ///
  /// - Parameters:
  ///   - result: the script after its correction.
  ///   - before: the findings before it.
  ///   - after: the findings after it.
  mutating func refuse(
    _ reason: Fixer.Refusal.Reason, in result: Draft, before: [Diagnostic], after: [Diagnostic]
  ) {
    guard case .bringsError = reason else { return refusal = reason }
    var kept = kept ?? KeptStatements(of: file, in: form, reason)
    let caused = result.caused(after)
    guard kept.add(corrected: result.placed, before: own(before), after: caused) else {
      return refusal = reason
    }
    self.kept = kept
  }

  /// Corrects mistakes that keep the file from being read, and mistakes that concern only its format.
  ///
  /// - Parameter read: finds the mistakes in a text of the file.
  mutating func correctFormat(_ read: (SourceFile) -> [Diagnostic]) {
    defer { (form, trail, placed) = (source, EditTrail(), []) }
    var best = self
    var found = read(source).advised()
    var known = own(found)
    var problem: Fixer.Refusal.Reason?
    for _ in 0..<Self.maximumRounds {
      guard take(found) else { break }
      // A file in another encoding could not be read, so its contents are known only from here on.
      let wasUnread =
        known.map(\.finding).hasErrors
        && known.allSatisfy { $0.finding.id == "not-utf8" }
      found = read(source).advised()
      if wasUnread { known = own(found) }
      problem = Self.problem(corrected: placed, before: known, after: own(found))
      if problem == nil { best = self }
    }
    if refusal != nil { return }
    guard let problem else { return }
    // What was corrected before this round counts.
    self = best
    if !isChanged { refusal = problem }
  }

  /// Why the findings after a correction are not better than before; nil if they are.
  ///
  /// A mistake after the last corrected one may have been hidden by it, or come after those that one reading reports.
  static func problem(
    corrected: [KeptStatements.Placed], before: [KeptStatements.Placed],
    after: [KeptStatements.Placed]
  ) -> Fixer.Refusal.Reason? {
    if let error = newError(before: before.map(\.finding), after: after.map(\.finding)) {
      return .bringsError(error)
    }
    var last: [String: Int] = [:]
    for (finding, place) in corrected { last[finding.id] = max(last[finding.id] ?? 0, place) }
    let known = { (placed: [KeptStatements.Placed]) in
      placed.filter { placed in last[placed.finding.id].map { placed.place <= $0 } ?? false }
        .map(\.finding)
    }
    let left = known(after)
    let (old, new) = (known(before).countsByID, left.countsByID)
    return left.first { new[$0.id, default: 0] >= old[$0.id, default: 0] }.map {
      .leavesFinding($0)
    }
  }

  /// The first error that occurs more often than before.
  static func newError(before: [Diagnostic], after: [Diagnostic]) -> Diagnostic? {
    let (old, new) = (before.countsByID, after.countsByID)
    return after.first {
      $0.severity == .error && new[$0.id, default: 0] > old[$0.id, default: 0]
    }
  }
}

extension Draft {
  /// The first statement that ran and now fails, as it is now.
  ///
  /// - Parameter start: the script before the correction of its statements.
  fileprivate func brokenStatement(
    since start: Draft, before: Validation, after: Validation
  ) -> SourceSpan? {
    // What could not be read or run before proves nothing.
    let failed = own(after.failedStatements)
    guard !failed.isEmpty, before.coverage.ran.contains(file.displayName),
      form.bytes.elementsEqual(start.source.bytes)
    else { return nil }
    let statements = KeptStatements.ranges(of: file, in: form)
    let old = Set(
      start.own(before.failedStatements).compactMap { statements.statement(at: $0.place) })
    return failed.filter { statements.statement(at: $0.place).map { !old.contains($0) } ?? false }
      .map(\.span).min { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The spans in the current text, with their places in `form`.
  private func own(_ spans: Set<SourceSpan>) -> [(span: SourceSpan, place: Int)] {
    var text = KnownText(source)
    let name = file.displayName
    return spans.compactMap { span in
      span.file.name == name && text.contains(span)
        ? (span, trail.origin(of: span.range.lowerBound)) : nil
    }
  }
}

extension Validation {
  /// Why a correction that makes a statement fail is refused.
  fileprivate func reason(for broken: SourceSpan) -> Fixer.Refusal.Reason {
    let error = diagnostics.first { finding in
      finding.severity == .error && broken.range.contains(finding.span.range.lowerBound)
        && finding.span.file == broken.file
    }
    return error.map { .bringsError($0) } ?? .notProved("a statement that ran would fail")
  }
}

extension [Diagnostic] {
  fileprivate var countsByID: [String: Int] {
    Dictionary(map { ($0.id, 1) }, uniquingKeysWith: +)
  }
}

extension [Draft] {
  /// The bytes of the changed scripts, by file name.
  var contents: [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for draft in self where draft.isChanged {
      contents[draft.file.name] = [UInt8](draft.source.bytes)
    }
    return contents
  }

  /// Applies the fix-its of findings. False if they change no script.
  mutating func take(_ diagnostics: [Diagnostic]) -> Bool {
    let byFile = Dictionary(grouping: diagnostics.filter { $0.fixIt != nil }) { $0.span.file.name }
    var isChanged = false
    for index in indices {
      guard let found = byFile[self[index].file.displayName] else { continue }
      if self[index].take(found) { isChanged = true }
    }
    return isChanged
  }

  /// Marks the drafts that must stay unchanged. False if all are better now.
  func refuse(in drafts: inout [Draft], before: Validation, after: Validation) -> Bool {
    let start = drafts
    let old = Dictionary(grouping: before.diagnostics) { $0.span.file.name }
    let new = Dictionary(grouping: after.diagnostics) { $0.span.file.name }
    var touched: [Int] = []
    var refused: [(index: Int, reason: Fixer.Refusal.Reason)] = []
    for index in indices where self[index].corrected.count > drafts[index].corrected.count {
      touched.append(index)
      let name = self[index].file.displayName
      let problem = Draft.problem(
        corrected: [KeptStatements.Placed](
          self[index].placed.dropFirst(drafts[index].placed.count)),
        before: drafts[index].own(old[name] ?? []), after: self[index].caused(new[name] ?? []))
      let broken = {
        self[index].brokenStatement(since: start[index], before: before, after: after)
      }
      if let problem = problem ?? broken().map(after.reason) { refused.append((index, problem)) }
    }
    if refused.isEmpty {
      // An unchanged script may fail because of a changed one.
      let names = Set(touched.map { self[$0].file.displayName })
      let problem = new.lazy.filter { !names.contains($0.key) }.compactMap { name, diagnostics in
        Draft.newError(before: old[name] ?? [], after: diagnostics)
      }
      let reason =
        problem.min(by: Diagnostic.inReportOrder).map { .bringsError($0) }
        ?? indices.lazy.compactMap { index in
          self[index].brokenStatement(since: start[index], before: before, after: after)
        }.first.map(after.reason)
      if let reason { refused = touched.map { ($0, reason) } }
    }
    for (index, reason) in refused {
      let name = self[index].file.displayName
      drafts[index].refuse(
        reason, in: self[index], before: old[name] ?? [], after: new[name] ?? [])
    }
    return !refused.isEmpty
  }

  /// Marks what must stay unchanged because a statement that ran would fail without the corrections that were reverted.
  ///
  /// - Parameters:
  ///   - start: the scripts before the correction of their statements.
  ///   - keepsStatements: whether only statements are excluded where possible, and not the whole script.
  /// - Returns: false if no such statement fails.
  func refuseBroken(
    in start: inout [Draft], before: Validation, after: Validation, keepsStatements: Bool
  ) -> Bool {
    var isBroken = false
    let old = start
    for index in indices {
      let broken = self[index].brokenStatement(since: old[index], before: before, after: after)
      guard let broken else { continue }
      let reason = after.reason(for: broken)
      // The cause is in the script itself, or else in one that runs before it.
      let changed =
        self[index].changesStatements ? [index] : indices.filter { self[$0].changesStatements }
      guard !changed.isEmpty else { continue }
      isBroken = true
      for index in changed where start[index].refusal == nil {
        if keepsStatements {
          let name = self[index].file.displayName
          let findings = { (validation: Validation) in
            validation.diagnostics.filter { $0.span.file.name == name }
          }
          start[index].refuse(
            reason, in: self[index], before: findings(before), after: findings(after))
        } else {
          start[index].takeBack(reason)
        }
      }
    }
    guard isBroken else { return false }
    for index in indices where self[index].refusal != nil { start[index] = self[index] }
    return true
  }
}
