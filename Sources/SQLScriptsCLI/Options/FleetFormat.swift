import ArgumentParser

/// How a command that changes databases reports.
enum FleetFormat: String, CaseIterable, ExpressibleByArgument {
  /// Lines for people.
  case human
  /// One document at the end.
  case json
  /// One line of JSON for each database as it is done.
  case jsonl
}
