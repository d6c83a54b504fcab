/// What one run of a script did with sample rows.
struct SampleRun {
  /// The number of rows that each statement changed.
  var changes: [Int] = []

  /// What each INSERT, UPDATE and DELETE did to the rows, by its index.
  var effects: [Int: RowEffect] = [:]

  /// The offsets of the `verify` queries that found rows.
  var queriesWithRows: Set<Int> = []
}
