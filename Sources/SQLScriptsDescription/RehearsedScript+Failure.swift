import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension RehearsedScript {
  /// The first statement that fails, unless its `onlyIf` is false.
  var firstFailure: Int? {
    statements.indices.first { index in
      let statement = statements[index]
      return !statement.isRuledOut && !(statement.succeeded && statement.parameterCount == 0)
    }
  }

  /// The number of the first item whose `onlyIf` fails. One that was stopped may be only slow.
  var failedItem: UInt32? {
    let queries = queryErrors.filter { !$0.value.code.isOfLimit }.keys
    guard !queries.isEmpty else { return nil }
    return (statements + ruledOut).filter { statement in
      let query = script.options(of: statement.item)?.onlyIf
      return query.map { queries.contains(where: $0.contains) } ?? false
    }.map(\.item.number).min()
  }

  /// The schema at the statement at which every migration fails; nil if there is none.
  var schemaAtFailure: SchemaSnapshot? {
    let certain = firstFailure.flatMap { index in
      script.options(of: statements[index].item)?.onlyIf == nil ? index : nil
    }
    let item = failedItem.flatMap { number in
      statements.firstIndex { $0.item.number >= number }
    }
    return [certain, item].compactMap { $0 }.min().map { statements[$0].before }
  }
}
