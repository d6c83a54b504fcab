import ArgumentParser

/// How a command reports.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case human, json
}
