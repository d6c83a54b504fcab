/// What ALTER TABLE does; the numbers are indices of names.
package enum SQLAlteration: Sendable, Hashable {
  case renameTable(to: Int)
  case renameColumn(Int, to: Int)
  case addColumn(Int)
  case dropColumn(Int)
}
