import SQLScripts
import SQLScriptsFiles
import SQLScriptsSQL

/// Proves that corrected scripts have the same result, or run if they did not run before.
struct FixProof {
  private let bundle: ScriptBundle
  private let before: Replay

  init(_ bundle: ScriptBundle) {
    self.bundle = bundle
    before = Replay(ScriptLibrary(bundle))
  }

  /// Reverts the corrections that are not proved. Where a script fails, only its own, because later ones may depend on it.
  ///
  /// - Returns: whether all of them were proved.
  func judge(_ drafts: inout [Draft]) -> Bool {
    var isProved = true
    while drafts.contains(where: \.isChanged) {
      let library = ScriptLibrary(bundle.replacing(drafts.contents))
      let versions = drafts.map { draft -> Int64? in
        if case .update(let version) = draft.file.kind { return version }
        return library.bundle.defaultScript.flatMap { try? library.script($0).version }
      }
      let proof = ReplayProof(before, library)
      guard let (indices, reason) = firstProblem(proof, in: drafts, versions) else { break }
      isProved = false
      for index in indices ?? drafts.indices.filter({ drafts[$0].isChanged }) {
        drafts[index].takeBack(reason)
      }
    }
    return isProved
  }

  /// The first corrections that are not proved, and the reason; nil for the drafts if the cause is not known.
  private func firstProblem(
    _ proof: ReplayProof, in drafts: [Draft], _ versions: [Int64?]
  ) -> (indices: [Int]?, reason: Fixer.Refusal.Reason)? {
    let after = proof.after
    if let difference = proof.firstDifference(isSame: Self.isSameButForTextQuotes) {
      let index = drafts.indices.first {
        drafts[$0].isChanged && versions[$0] == difference.version
      }
      return (index.map { [$0] }, .changesResult(difference.words))
    }
    let failed = after.routes.compactMap { route in
      route.failure.map { (route.failedVersion, $0.summary) }
    }
    guard let (version, summary) = failed.first else {
      return unreachable(after, in: drafts, versions)
    }
    let place = version.map { "at version \($0), " } ?? ""
    for index in drafts.indices where drafts[index].isChanged {
      guard let own = versions[index] else { return ([index], .notProved(place + summary)) }
      if version.map({ own >= $0 }) ?? true, !after.hasRun(drafts[index].file.kind),
        !stillFails(drafts[index], own, after)
      {
        return ([index], .notProved(place + summary))
      }
    }
    return unreachable(after, in: drafts, versions)
  }

  /// Whether a script fails as before and leaves nothing behind. Then no database has or gets its result, and what is
  /// corrected in it is one mistake less.
  private func stillFails(_ draft: Draft, _ version: Int64, _ after: Replay) -> Bool {
    // If there was no plan, because the default script could not be read, nothing ran.
    let failed = before.routes.contains { route in
      route.failedVersion == version || route.failure != nil && route.checkpoints.isEmpty
    }
    guard failed, after.routes.contains(where: { $0.failedVersion == version }) else {
      return false
    }
    let file = after.library.bundle.scripts.first { $0.name == draft.file.name }
    return file.flatMap { try? after.library.script($0) }?.isTransactional ?? true
  }

  /// The scripts with corrected statements that no rehearsal reaches. Users' databases may still run them, and their
  /// effect on them is not known.
  private func unreachable(
    _ after: Replay, in drafts: [Draft], _ versions: [Int64?]
  ) -> (indices: [Int]?, reason: Fixer.Refusal.Reason)? {
    let found = drafts.indices.filter { index in
      drafts[index].changesStatements && !after.hasRun(drafts[index].file.kind)
        && versions[index].map { !stillFails(drafts[index], $0, after) } ?? true
    }
    return found.isEmpty
      ? nil : (found, .notProved("the scripts cannot create a database to run it on"))
  }

  /// Whether two statements differ only in the quotes of strings. SQLite reads "this" as a string only if it cannot
  /// be anything else.
  static func isSameButForTextQuotes(_ before: String, _ after: String) -> Bool {
    let (old, new) = (tokens(of: before), tokens(of: after))
    guard old.count == new.count else { return false }
    return zip(old, new).allSatisfy { old, new in
      if old.kind == new.kind, old.text.hasSameBytes(as: new.text) { return true }
      return old.kind == .quotedName && old.text.hasPrefix("\"") && new.kind == .string
        && SQLName(quoted: old.text).text == SQLName(quoted: new.text).text
    }
  }

  private struct Token {
    let kind: SQLToken.Kind
    let text: String
  }

  private static func tokens(of sql: String) -> [Token] {
    var sql = sql
    return sql.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      var tokens: [Token] = []
      while let token = scanner.next() {
        tokens.append(
          Token(kind: token.kind, text: String(decoding: bytes[token.range], as: UTF8.self)))
      }
      return tokens
    }
  }
}
