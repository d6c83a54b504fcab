/// What another program has done with a script.
enum DiskChange: String, Sendable {
  case changed, added, deleted
}
