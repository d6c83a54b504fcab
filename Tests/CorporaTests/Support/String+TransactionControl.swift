extension String {
  /// Whether it begins or ends a transaction, or cannot run in one.
  var isTransactionControl: Bool {
    let code = replacing(#/(?m)--.*$/#, with: "").replacing(#/(?s)\/\*.*?\*\//#, with: "")
    let words =
      #/(?i)^\s*(?:BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|VACUUM|ATTACH|DETACH)\b/#
    return code.firstMatch(of: words) != nil
  }
}
