import SQLScriptsSQL

/// What a script did to real rows.
package struct RealEvidence: Sendable {
  /// The columns that lost values.
  package var losses: [ValueLoss] = []

  /// The rows whose key no longer exists, by the table before the script.
  package var missing: [SQLName: AffectedRows] = [:]

  /// The new foreign key violations.
  package var orphans: [ForeignKeyOrphan: AffectedRows] = [:]

  /// The rows on which a statement failed, if they are known.
  package var failing: AffectedRows?
}
