import SQLScriptsSQL

/// A feature that SQLite has since some release.
package struct SQLiteFeature: Sendable {
  /// The name shown to users. A function is shown with its own name.
  package let name: String
  package let since: SQLiteVersion
  let sign: FeatureSign
  /// The build option that the feature needs, if not every build has it.
  let option: BuildOption?
  /// What to write instead: an imperative sentence without its period.
  let instead: String?
  package let source: String

  /// Nil for a row with an invalid version, which a test prevents.
  init?(
    _ since: String, _ name: String, _ sign: FeatureSign, _ source: String,
    option: BuildOption? = nil, instead: String? = nil
  ) {
    guard let since = SQLiteVersion(since) else { return nil }
    self.since = since
    self.name = name
    self.sign = sign
    self.source = source
    self.option = option
    self.instead = instead
  }

  /// A use of the feature in a statement.
  struct Use {
    /// The name of the feature or function shown to users.
    var name: String
    /// The tokens of the use.
    var tokens: ClosedRange<Int>
  }

  /// The first use in a statement; nil if there is none.
  func use(in outline: StatementOutline) -> Use? {
    if case .functions(let names) = sign {
      return outline.call(of: names).map {
        Use(name: outline.word($0).asciiLowercased + "()", tokens: $0...$0)
      }
    }
    return sign.find(in: outline).map { Use(name: name, tokens: $0) }
  }
}
