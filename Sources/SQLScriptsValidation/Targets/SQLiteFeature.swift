import SQLScriptsSQL

/// Something that SQLite can do since a release.
package struct SQLiteFeature: Sendable {
  /// What people call it; of functions each has its own name.
  package let name: String
  package let since: SQLiteVersion
  let sign: FeatureSign
  /// The part of SQLite that it belongs to, if that is not in every build.
  let option: BuildOption?
  /// What to write where it is missing: an order without its full stop.
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

  /// A use of it in a statement.
  struct Use {
    /// What people call what is used there.
    var name: String
    /// The tokens that say it.
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
