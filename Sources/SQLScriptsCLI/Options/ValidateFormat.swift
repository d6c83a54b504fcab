import ArgumentParser

/// The output format of `validate`.
enum ValidateFormat: String, CaseIterable, ExpressibleByArgument {
  case human, concise, json, sarif, github, junit, xcode
}
