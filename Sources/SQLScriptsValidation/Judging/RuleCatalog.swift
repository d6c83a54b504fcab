/// All rules. A new rule needs its file and a line here.
package enum RuleCatalog {
  package static let rules: [any Rule.Type] =
    characters + accepted + expressions + denied + syntaxErrors + data + rebuilds + triggers
    + fullText + targets

  /// Statements that SQLite refuses, explained better. They come after the rules that know the cause.
  static let syntaxErrors: [any Rule.Type] = [
    HtmlEntity.self,
    NoSuchTable.self,
    SyntaxError.self,
    KeywordTypo.self,
    TrailingCommaInList.self,
    UnclosedQuote.self,
    UnclosedBracket.self,
    ApostropheInText.self,
    ReservedWord.self,
    OtherDatabaseSyntax.self,
    NoSuchColumn.self,
    NoSuchFunction.self,
    TableAlreadyExists.self,
    DuplicateColumn.self,
    ColumnInUse.self,
    ValueCountMismatch.self,
  ]

  /// Statements that the runner denies, and values that depend on the device.
  private static let denied: [any Rule.Type] = [
    TransactionStatement.self,
    IgnoredInTransaction.self,
    VersionPragma.self,
    VersionTableWritten.self,
    WritableSchema.self,
    AttachOrExtension.self,
    TempObject.self,
    ReservedPrefix.self,
    NonDeterministic.self,
    LocalTime.self,
    UnknownCollation.self,
  ]

  /// Characters that look like others.
  static let characters: [any Rule.Type] = [
    SmartQuotes.self,
    FullwidthPunctuation.self,
    NonBreakingSpace.self,
    InvisibleCharacter.self,
    DashLookalike.self,
    NonAsciiIdentifier.self,
  ]

  /// SQL that SQLite accepts but that rarely means what the author intended.
  static let accepted: [any Rule.Type] = [
    MissingCommaBetweenColumns.self,
    ConstraintTypo.self,
    IgnoredMysqlColumnOption.self,
    UnknownType.self,
    MisleadingAffinity.self,
    BooleanDefaultText.self,
    TextDefaultForNumber.self,
    VarcharLength.self,
    DoubleQuotedText.self,
    DoubleQuotedTypo.self,
    BarewordDefault.self,
    QuotedKeywordDefault.self,
    UnquotedDate.self,
    TextPlusText.self,
    SetWithAnd.self,
    ColumnNamedTwice.self,
    EqualsNull.self,
    NullInList.self,
    QuotedColumnName.self,
    QuotedNull.self,
    GlobStarInLike.self,
    BackslashInText.self,
    UnboundParameter.self,
    MultipleStatements.self,
    CommentSwallowsRest.self,
    UnclosedComment.self,
    NoEffect.self,
    EmptyScript.self,
    IfNotExistsHidesChange.self,
    DropIfExistsTypo.self,
    NullablePrimaryKey.self,
    NotRowidAlias.self,
  ]

  /// Expressions whose value is seldom the one that is meant.
  static let expressions: [any Rule.Type] = [
    CaseWhenNull.self, UnreachableWhen.self, TrimmedCharacters.self,
    CountOfNothing.self, MissingRemainder.self, UnitMismatch.self, StringAsCondition.self,
    MinutesForMonth.self, TextVersionComparison.self,
    DateUnit.self, IntegerDivision.self, NotInNullable.self, SubqueryOuterColumn.self,
    NullInConcatenation.self, DefaultAgainstCheck.self, DuplicateIndex.self, LimitedCopy.self,
    UpdateOrIgnore.self, SequenceReset.self, TextComparedWithNumber.self, LeadingZeroNumber.self,
    UnpaddedDate.self, SubstrFromZero.self, ReplaceArguments.self, UnusedCoalesce.self,
    TextForBoolean.self, UnderscoreInLike.self, MissingJoinCondition.self, MixedAndOr.self,
    ArithmeticOnText.self, UncorrelatedSubquery.self, NullInMaximum.self,
    NoSuchTableInPragma.self, WildcardWithEquals.self, AggregateWithoutGroup.self,
    LikePercentInGlob.self, ListInOneString.self, ReversedBetween.self,
    ChainedComparison.self, ImpossibleResult.self, AlwaysTrueOr.self, CastToDate.self,
    DateModifier.self, IntegerComparedWithDate.self, JsonTextAsString.self, RoundedDecimals.self,
    SubstrWithoutMatch.self, CaseWithoutElse.self, AssignedToItself.self,
    JoinIgnoresForeignKey.self, BareColumnInGroup.self, ArbitraryRow.self, CountOfLeftJoin.self,
    NotADate.self, LeftJoinUndone.self, JoinMultipliesRows.self,
    NullInArithmetic.self, NegativeRandom.self, JsonArrowCompared.self, DayFirstDate.self,
    TextForNumber.self,
    ConstantResult.self,
  ]

  /// Changes and losses of rows.
  static let data: [any Rule.Type] = [
    DeleteWithoutWhere.self, RowsLost.self, DropTable.self, DropColumn.self,
    UpdateWithoutWhere.self, AlwaysTrueWhere.self, ReplaceDeletesRows.self,
    ValuesChangedInRebuild.self, ValuesMangled.self, UniqueOnExistingRows.self,
    InsertSelectStar.self, InsertWithoutColumns.self,
    DataDependent.self, FailsWithRows.self, AddNotNullWithoutDefault.self,
    AddColumnNonConstantDefault.self, AddUniqueOrPrimaryKeyColumn.self, RowInsertedTwice.self,
    RunsTooLong.self, TriggerSideEffect.self, MatchesNothing.self,
    RowNeverInserted.self, ForeignKeyOfAnotherTable.self, OrIgnoreWithoutKey.self,
    DuplicatesBySomeColumns.self, LostSwap.self, ChainedUpdate.self, RepeatedUpdate.self,
    EmptyNewTable.self, IdsOfOneDatabase.self, UnionMergesRows.self, ColumnsCrossed.self,
  ]

  /// Rebuilds of tables and references between tables.
  static let rebuilds: [any Rule.Type] = [
    RenumberedRows.self, LostIndex.self, LostTrigger.self, LostView.self, LostConstraint.self,
    CreateTableAs.self,
    RenameOldTableFirst.self, ViewBlocksRename.self, BrokenView.self, BrokenTrigger.self,
    ForeignKeyViolation.self, ForeignKeyTargetMissing.self, ForeignKeyMismatch.self,
    ForeignKeyTypeMismatch.self, SetNullOnNotNull.self, ForeignKeyUnindexed.self,
    ForeignKeyColumnOrder.self, DroppedAgain.self, DanglingReference.self, AutoincrementReset.self,
    RenameTable.self, RenameColumn.self,
  ]

  /// Triggers that do not do what they seem to do, and changes that they refuse.
  static let triggers: [any Rule.Type] = [
    NullInTriggerCondition.self, TriggerOfNoColumn.self, NewIdBeforeInsert.self,
    RaiseUndoesTrigger.self,
    TriggerAgainstCheck.self, CounterStartsEmpty.self, TriggerCountsWrongWay.self,
    TriggerOfOtherColumn.self,
  ]

  /// Indexes for full-text search.
  static let fullText: [any Rule.Type] = [
    FtsNotFilled.self, FtsContentMissing.self, FtsOutOfStep.self, FtsTrigger.self, FtsRowId.self,
    FtsContentRowid.self,
  ]

  /// Features that the oldest target does not have.
  private static let targets: [any Rule.Type] = [
    RequiresNewerSqlite.self,
    BuildOptionDependent.self,
    AlterRenamePlatformDifference.self,
    AddedCheckNotVerified.self,
  ]

  /// The rule with an ID.
  package static func rule(_ id: String) -> (any Rule.Type)? {
    byID[id]
  }

  private static let byID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
}
