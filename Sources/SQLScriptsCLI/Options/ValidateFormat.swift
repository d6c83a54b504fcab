import ArgumentParser

/// How `validate` reports.
enum ValidateFormat: String, CaseIterable, ExpressibleByArgument {
  case human, concise, json, sarif, github, junit, xcode
}
