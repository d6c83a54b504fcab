import ArgumentParser

/// The output format of a command.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case human, json
}
