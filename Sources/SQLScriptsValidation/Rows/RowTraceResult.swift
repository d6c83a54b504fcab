/// What happened to the rows of a table.
struct RowTraceResult {
  var losses: [ValueLoss] = []
  /// The rows whose key no longer exists; nil if the table has no key.
  var missing: AffectedRows?
}
