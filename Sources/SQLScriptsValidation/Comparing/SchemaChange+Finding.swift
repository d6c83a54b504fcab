import SQLScriptsSchema

extension SchemaChange {
  /// The change as a finding about a database, such as: lacks the table “post”.
  package var finding: String {
    switch action {
    case .added: "has an extra \(noun)"
    case .removed: "lacks the \(noun)"
    case .changed: "differs in the \(noun): \(detail)"
    case .renamed: "\(self)"
    }
  }
}
