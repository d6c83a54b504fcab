/// The output format of a command.
enum ReportFormat: String, OutputFormat {
  case human, json
}
