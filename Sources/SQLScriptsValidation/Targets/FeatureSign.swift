/// How to recognize that a statement uses a feature.
enum FeatureSign: Sendable {
  /// A call of one of these functions.
  case functions(Set<String>)
  /// A call of a function with this number of arguments.
  case arguments(Set<String>, count: Int)
  /// These words in a row.
  case words([String])
  case pragma(String)
  /// CREATE VIRTUAL TABLE … USING one of these modules.
  case module(Set<String>)
  /// A word among the arguments of FTS5, or in the string after its `tokenize =`.
  case fts5Option(String)
  case fts5Tokenizer(String)
  /// A string such as 'subsec' among the arguments of a date and time function.
  case timeModifier(Set<String>)
  /// One of these letters after % in strftime().
  case timeFormat(String)

  case dropColumn, renameColumn, alterColumn, dropConstraint, addConstraint
  case upsert, upsertWithoutTarget, severalUpserts
  case updateFrom, returning, dmlLimit, setRow
  case window, windowFrame, filter, nullsOrder, aggregateOrder
  case generatedColumn, strictTable, expressionIndex, viewColumns
  case materialized, arrow, rightJoin, truthWords
  case pragmaFunction, schemaTable, digitSeparator, raiseExpression
}
