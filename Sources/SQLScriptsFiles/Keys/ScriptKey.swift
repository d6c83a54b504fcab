/// The keys of a script in dictionary form, in the order in which they are listed.
package enum ScriptKey: String, FileKey {
  case statements, version, description, transaction, foreignKeys, allowsRowLoss, require, verify

  /// Whether only `sql_default` may have it.
  package var isForDefaultOnly: Bool { self == .version }

  /// Its effect in the comment lines at the start of a `.sql` file.
  package var headerRole: HeaderRole {
    switch self {
    case .version, .description, .transaction, .foreignKeys: .sets
    case .allowsRowLoss, .require, .verify: .refused
    case .statements: .needless
    }
  }
}

/// The keys of a statement in dictionary form.
package enum StatementKey: String, FileKey {
  case sql, note, onlyIf, ignore

  /// Whether an item of `require` or `verify` may have it, too. A query is its own condition.
  package var isForQueries: Bool { self != .onlyIf }

  /// Its effect in the comment lines at the start of a `.sql` file.
  package var headerRole: HeaderRole {
    switch self {
    case .onlyIf: .refused
    case .ignore: .needless
    case .sql, .note: .comment
    }
  }
}
