import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

extension Identification {
  /// The version of a database, and one line for each difference.
  func lines(of database: String) -> [StyledText] {
    var line = StyledText(VisibleText.oneLine(database), .path)
    line.append(": ")
    if isFound {
      line.append(versionWords)
      if versions.count > 1 { line.append(", which have the same schema") }
      if !differences.isEmpty {
        line.append("; it only")
      }
    } else {
      line.append("no version", .error)
      if !versions.isEmpty { line.append("; the closest is \(versionWords), but it") }
    }
    return [line] + differences.map { StyledText(VisibleText.oneLine("  \($0.finding)")) }
  }

  private var versionWords: String { Self.words(versions) }

  /// “version 3 was”, “versions 1 to 3 were”.
  var comparedWords: String {
    guard let first = compared.first, let last = compared.last else { return "nothing was" }
    return first == last ? "version \(first) was" : "versions \(first) to \(last) were"
  }

  private static func words(_ versions: [Int64]) -> String {
    (versions.count == 1 ? "version " : "versions ") + versions.map(String.init).list("and")
  }

  /// The result as JSON. Every field is always present.
  func json(of database: String) -> JSONText {
    .document(
      [
        .init("database", .string(database)),
        .init("found", .bool(isFound)),
        .init("versions", .array(versions.map { .int($0) })),
        .init("changes", .array(differences.map(\.findingJSON))),
        .init("comparedVersions", .array(compared.map { .int($0) })),
      ], error: failure.map(\.json) ?? .null)
  }
}

extension SchemaChange {
  fileprivate var findingJSON: JSONText {
    json(message: finding)
  }
}
