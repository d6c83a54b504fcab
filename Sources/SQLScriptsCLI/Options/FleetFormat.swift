/// The output format of commands that change databases.
enum FleetFormat: String, OutputFormat {
  /// Lines for people.
  case human
  /// One document at the end.
  case json
  /// One line of JSON for each database when it is done.
  case jsonl
}
