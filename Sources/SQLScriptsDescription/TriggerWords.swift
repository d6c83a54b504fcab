import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What a trigger does: “adds rows to **log** after a row of **user** is deleted”.
struct TriggerWords {
  let trigger: TriggerText
  /// The schema with its table.
  let schema: SchemaSnapshot

  private enum Act: Hashable {
    case refuses, skips
    case updates, adds, replaces, changes, deletes
  }

  var words: Words {
    let acts = Set(acts.map(\.0))
    let can = alwaysRaises ? "prevents" : "can prevent"
    let what: Words =
      acts == [.refuses] || acts == [.refuses, .skips]
      ? "\(can) \(trigger.subject)"
      : acts == [.skips]
        ? "\(alwaysRaises ? "silently prevents" : "can silently prevent") \(trigger.subject)"
        : "\(actions) \(trigger.moment)"
    let condition = trigger.condition
    if condition.tokens.isEmpty { return what }
    return "\(what) if \(ConditionWords(condition, condition.indices, in: scope).sentence)"
  }

  /// Whether nothing but the WHEN decides about a RAISE that no row gets past.
  private var alwaysRaises: Bool {
    trigger.statements.contains { statement in
      let end = statement.withoutSemicolon.upperBound
      return statement.has("SELECT", "RAISE", "(", at: 0)
        && (["ABORT", "ROLLBACK"].contains(statement.word(3))
          || statement.word(3) == "IGNORE" && trigger.timing != "AFTER")
        && statement.end(ofParenthesis: 2) == end - 1
    }
  }

  /// The row before and after the change.
  private var scope: ExpressionScope {
    var scope = ExpressionScope()
    scope.schema = schema
    let versions = ["INSERT": ["new"], "DELETE": ["old"]][trigger.event] ?? ["new", "old"]
    for version in versions {
      let (qualifier, words) = (SQLName(version), versions.count > 1 ? version : "")
      scope.sources.append(
        schema[SQLName(trigger.table)].map { .init($0, as: qualifier, version: words) }
          ?? .init(unknown: trigger.table, as: qualifier, version: words))
    }
    return scope
  }

  private var actions: Words {
    var order: [Act] = []
    var names: [Act: [SQLName]] = [:]
    for (act, name) in acts {
      if !order.contains(act) { order.append(act) }
      if let name, names[act]?.contains(name) != true { names[act, default: []].append(name) }
    }
    // One “can” for both, after what always happens.
    let refusals: Words? =
      switch (order.contains(.skips), order.contains(.refuses)) {
      case (true, true): "can skip or refuse the change"
      case (true, false): "can skip the change"
      case (false, true): "can refuse the change"
      case (false, false): nil
      }
    let clauses = order.compactMap { act -> Words? in
      let tables = (names[act] ?? []).map(\.text).names
      switch act {
      case .refuses, .skips: return nil
      case .updates: return "updates \(tables)"
      case .adds: return "adds rows to \(tables)"
      case .replaces: return "adds or replaces rows of \(tables)"
      case .changes: return "changes rows of \(tables)"
      case .deletes: return "deletes rows of \(tables)"
      }
    }
    let all = clauses + (refusals.map { [$0] } ?? [])
    return all.isEmpty ? "runs SQL" : all.list()
  }

  private var acts: [(Act, SQLName?)] {
    // `INSERT INTO search(search, …) VALUES ('delete', …)` removes an entry.
    let commanded = Set(
      trigger.statements.compactMap { statement -> SQLName? in
        guard let name = statement.writtenName.map({ SQLName($0) }),
          statement.columnList?.first.map({ SQLName($0) }) == name
        else { return nil }
        return name
      })
    return trigger.statements.flatMap { statement -> [(Act, SQLName?)] in
      var acts: [(Act, SQLName?)] = statement.raised.map {
        ($0 == "IGNORE" ? .skips : .refuses, nil)
      }
      // After the change, RAISE(IGNORE) only ends the trigger.
      if trigger.timing == "AFTER" { acts.removeAll { $0.0 == .skips } }
      if let verb = statement.verb, let name = statement.writtenName.map({ SQLName($0) }) {
        if commanded.contains(name) {
          acts.append((.updates, name))
        } else {
          switch statement.word(verb) {
          case "DELETE": acts.append((.deletes, name))
          case "UPDATE": acts.append((.changes, name))
          default:
            let replaces =
              statement.word(verb) == "REPLACE" || statement.has("OR", "REPLACE", at: verb + 1)
            acts.append((replaces ? .replaces : .adds, name))
            let isUpsert = statement.indices.contains { statement.has("DO", "UPDATE", at: $0) }
            if isUpsert { acts.append((.changes, name)) }
          }
        }
      }
      return acts
    }
  }
}

extension SQLText {
  /// The first words in RAISE(…).
  fileprivate var raised: [String] {
    indices.filter { word($0) == "RAISE" && kind($0 + 1) == .leftParenthesis }.map { word($0 + 2) }
  }
}

extension TriggerText {
  /// “a row from being added to **user**”
  fileprivate var subject: Words {
    switch event {
    case "INSERT": return "a row from being added to \(name: table)"
    case "DELETE": return "a row of \(name: table) from being deleted"
    default:
      let names = columns.sorted().map(\.text)
      return names.isEmpty
        ? "a row of \(name: table) from being changed"
        : "\(names.map { "\(name: $0)" }.list("or")) from being set in a row of \(name: table)"
    }
  }

  /// “after a row is added to **user**”
  fileprivate var moment: Words {
    if timing == "INSTEAD" {
      switch event {
      case "INSERT": return "instead of adding a row to \(name: table)"
      case "DELETE": return "instead of deleting a row of \(name: table)"
      default: return "instead of changing a row of \(name: table)"
      }
    }
    let when = timing == "AFTER" ? "after" : "before"
    switch event {
    case "INSERT": return "\(when) a row is added to \(name: table)"
    case "DELETE": return "\(when) a row of \(name: table) is deleted"
    default:
      let names = columns.sorted().map(\.text)
      return names.isEmpty
        ? "\(when) a row of \(name: table) is changed"
        : "\(when) \(names.map { "\(name: $0)" }.list("or")) is set in a row of \(name: table)"
    }
  }
}
