import SQLScriptsSchema

extension SchemaChange {
  /// What a database is found to be, compared with what scripts make: “lacks the table “post””.
  package var finding: String {
    switch action {
    case .added: "has an extra \(noun)"
    case .removed: "lacks the \(noun)"
    case .changed: "differs in the \(noun): \(detail)"
    }
  }
}
