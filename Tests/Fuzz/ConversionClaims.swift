import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsScratch
import SQLScriptsValidation

/// Properties of every script that is converted to another format or formatted.
enum ConversionClaims {
  static func hold(_ bytes: [UInt8], _ format: ScriptFile.Format) {
    let (bundle, file) = ReadingClaims.bundle(bytes, format)
    let (script, diagnostics) = bundle.read(file, in: SourceFile(name: file.name, bytes: bytes))
    // SQLite refuses an unclosed text, and in an SQL file it would include the next statements.
    let isSound = !diagnostics.hasErrors && script.map(isClosed) ?? false
    layout(of: bundle, isSound: isSound)
    for other in ScriptFile.Format.allCases {
      let found = try? Conversion(of: bundle, to: other, dropsComments: true, proves: false)
      guard let conversion = found else {
        return claim(false, "a bundle in memory can be read")
      }
      for refusal in conversion.refusals {
        switch refusal.reason {
        case .unreadable(let errors):
          claim(diagnostics.hasErrors && !errors.isEmpty, "a sound script can be converted")
        case .cannotHold(let words): claim(!words.isEmpty, "what a form cannot hold is named")
        case .wouldChange: claim(!isSound, "what is written as \(other) says the same")
        case .occupied: claim(false, "nothing is there")
        case .notProved: claim(false, "no proof was asked for")
        case .losesComments: claim(false, "comments may go")
        }
      }
      guard let change = conversion.changes.first, let after = change.after, let script else {
        continue
      }
      back(from: after, other, to: format, script)
    }
  }

  /// Converts back to the first format.
  private static func back(
    from bytes: [UInt8], _ other: ScriptFile.Format, to format: ScriptFile.Format,
    _ script: Script
  ) {
    // Comments of an SQL file become part of its statements, once.
    guard format != .sql, other != .sql, other != format else { return }
    let (bundle, _) = ReadingClaims.bundle(bytes, other)
    guard
      let conversion = try? Conversion(
        of: bundle, to: format, dropsComments: true, proves: false),
      let after = conversion.changes.first?.after
    else { return claim(false, "what was written as \(other) goes back") }
    let (written, file) = ReadingClaims.bundle(after, format)
    let read = written.read(file, in: SourceFile(name: file.name, bytes: after)).script
    claim(
      read.map(ScriptContent.init) == ScriptContent(script), "\(format) → \(other) → \(format)")
  }

  /// Whether every string, comment and trigger of its statements is closed.
  private static func isClosed(_ script: Script) -> Bool {
    script.items.allSatisfy { item in
      script.document.withBytes(of: item.text) { text in
        var scanner = SQLScanner(text)
        while let token = scanner.next() {
          let isOpen =
            token.kind == .comment && text[token.range.lowerBound] == UInt8(ascii: "/")
            && !text[token.range].dropFirst(2).reversed().starts(with: "/*".utf8)
          if token.kind == .illegal || isOpen { return false }
        }
        var isWhole = true
        StatementBytes.each(in: text) { statement, _ in
          // A trigger without END, or with statements that no trigger may have
          var rest = SQLScanner(
            UnsafeBufferPointer(
              rebasing: statement[StatementText(statement).firstStatement.upperBound...]))
          while let token = rest.nextSignificant(), isWhole { isWhole = token.kind == .semicolon }
          isWhole = isWhole && CompleteSQL.isWhole(Array(statement) + Array("\n;".utf8))
        }
        return isWhole
      }
    }
  }

  private static func layout(of bundle: ScriptBundle, isSound: Bool) {
    guard let layout = try? ScriptLayout(of: bundle) else {
      return claim(false, "a bundle in memory can be read")
    }
    for refusal in layout.refusals {
      claim(!isSound || !refusal.diagnostics.isEmpty, "a layout changes no statement")
    }
    guard let change = layout.changes.first else { return }
    let changed = bundle.replacing([change.file.name: change.after])
    guard let again = try? ScriptLayout(of: changed) else { return }
    claim(again.changes.isEmpty && again.refusals.isEmpty, "what is laid out stays so")
  }
}
