import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// Compiles corrected versions of a statement on a scratch database without running them, so that SQLite decides
/// whether a correction is valid.
final class SyntaxProbe {
  enum Verdict: Equatable {
    /// The syntax is valid, whatever else may be wrong.
    case understood
    /// A syntax error at this place.
    case syntaxError(offset: Int)
  }

  private let connection: Connection
  private let box = AuthorizerBox(Guard())
  private var left: Int
  private var expansion = QueryExpansion()

  /// - Parameter tables: the tables that SQLite looks up before it has read the whole statement.
  /// - Parameter limit: the maximum number of versions to compile.
  init?(tables: [SchemaTable], limit: Int = 64) {
    guard
      let connection = try? Connection(
        path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    else { return nil }
    self.connection = connection
    left = limit
    for table in tables {
      try? connection.execute(table.sql)
      if table.kind == .view { expansion.note(view: table.name, expansion.count(of: table.sql)) }
    }
    connection.setAuthorizer(box)
  }

  deinit {
    connection.removeAuthorizer()
  }

  /// Some PRAGMAs affect the process when they are compiled.
  private final class Guard: Authorizer {
    func authorize(_ action: AuthorizerAction) -> AuthorizerVerdict {
      action.kind == .pragma ? .deny : .allow
    }
  }

  /// Whether no more versions are compiled.
  var isExhausted: Bool { left <= 0 }

  func verdict(_ text: some Collection<UInt8>) -> Verdict {
    let text = String(decoding: text, as: UTF8.self)
    guard left > 0, expansion.count(of: text) <= QueryExpansion.limit else {
      return .syntaxError(offset: 0)
    }
    left -= 1
    do throws(SQLiteError) {
      _ = try connection.prepare(text)
      return .understood
    } catch {
      guard error.said.isAboutSyntax else { return .understood }
      return .syntaxError(offset: error.offset ?? text.utf8.count)
    }
  }

  /// Whether SQLite compiles it as one statement with all the names in it.
  ///
  /// - Parameter allowsDoubleQuotedText: whether unknown names in double quotes are strings.
  func compiles(_ text: some Collection<UInt8>, allowsDoubleQuotedText: Bool = true) -> Bool {
    let text = String(decoding: text, as: UTF8.self)
    guard left > 0, expansion.count(of: text) <= QueryExpansion.limit else { return false }
    left -= 1
    connection.setDoubleQuotedText(allowed: allowsDoubleQuotedText)
    defer { connection.setDoubleQuotedText(allowed: true) }
    do throws(SQLiteError) {
      _ = try connection.prepareOnly(text)
      return true
    } catch {
      // The probe only has tables.
      switch error.said {
      case .noSuch(.index, _), .noSuch(.trigger, _): return true
      default: return false
      }
    }
  }

  func understands(_ text: some Collection<UInt8>) -> Bool { verdict(text) == .understood }
}
