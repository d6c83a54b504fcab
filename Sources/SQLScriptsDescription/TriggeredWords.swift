import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What triggers do when a statement changes rows: “a trigger also deletes rows of **log**”.
struct TriggeredWords {
  let statement: RehearsedStatement

  private static let manyColumns = 3

  private enum Act: Hashable {
    case updates, adds, changes, deletes
  }

  /// After the words of the statement; empty if there are no such triggers.
  var words: Words { clause("also ").map { "; \($0)" } ?? "" }

  /// “a trigger deletes rows of **log**”; nil if there are no such triggers.
  var clause: Words? { clause("") }

  private func clause(_ adverb: Words) -> Words? {
    let acts = actions.filter { act(of: $0) != nil }
    guard !acts.isEmpty else { return nil }
    // One trigger can fire another.
    let isOne = Set(acts.map { SQLName($0.trigger) }).count == 1
    let clauses = clauses(acts, isOne: isOne && !isConditional).list()
    return (isOne ? "a trigger " : "triggers ") + (isConditional ? "may " : "") + adverb + clauses
  }

  /// Whether a trigger has a WHEN, which may be false for all rows.
  private var isConditional: Bool {
    actions.contains { action in
      statement.before.definition(of: SQLName(action.trigger)).flatMap { TriggerText($0) }
        .map { !$0.condition.tokens.isEmpty } ?? false
    }
  }

  private var actions: [RehearsedAction] { statement.actions.filter { !$0.trigger.isEmpty } }

  private func act(of action: RehearsedAction) -> Act? {
    guard let table = statement.before[action.name] else { return nil }
    switch action.kind {
    case .insert, .update, .delete:
      if table.kind == .virtual { return .updates }
      return action.kind == .insert ? .adds : action.kind == .update ? .changes : .deletes
    default: return nil
    }
  }

  private func clauses(_ actions: [RehearsedAction], isOne: Bool) -> [Words] {
    var order: [Act] = []
    var tables: [Act: [SQLName]] = [:]
    for action in actions {
      guard let act = act(of: action) else { continue }
      if !order.contains(act) { order.append(act) }
      let name = SQLName(action.name)
      if tables[act]?.contains(name) != true { tables[act, default: []].append(name) }
    }
    return order.map { act in
      let names = (tables[act] ?? []).map { statement.before[$0]?.name ?? $0.text }
      let s = isOne ? "s" : ""
      switch act {
      case .updates: return "update\(s) \(names.names)"
      case .adds: return "add\(s) rows to \(names.names)"
      case .deletes: return "delete\(s) rows of \(names.names)"
      case .changes: return "change\(s) \(names.map { columns(of: $0) }.list())"
      }
    }
  }

  /// “**age** and **name** of **user**”, “rows of **user**”
  private func columns(of table: String) -> Words {
    var columns: [SQLName] = []
    for action in actions
    where action.kind == .update && action.name.isSameName(as: table)
      && !columns.contains(SQLName(action.detail))
    {
      columns.append(SQLName(action.detail))
    }
    guard columns.count <= Self.manyColumns else { return "rows of \(name: table)" }
    return "\(columns.map(\.text).names) of \(name: table)"
  }
}
