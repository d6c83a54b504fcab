import SQLScriptsSQL
import SQLScriptsValidation

extension RehearsedStatement {
  /// The table whose columns it changes, or for which it creates an index or a trigger.
  var redefinedTable: SQLName? {
    guard succeeded, changesSchema, renamedTable == nil else { return nil }
    for action in actions {
      switch action.kind {
      case .alterTable: return SQLName(action.name)
      case .createIndex where created?.kind == .index: return SQLName(action.detail)
      case .createTrigger where created?.kind == .trigger: return SQLName(action.detail)
      default: continue
      }
    }
    return nil
  }
}
