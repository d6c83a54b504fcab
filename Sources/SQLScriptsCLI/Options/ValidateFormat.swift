/// The output format of `validate`.
enum ValidateFormat: String, OutputFormat {
  case human, concise, json, sarif, github, junit, xcode
}
