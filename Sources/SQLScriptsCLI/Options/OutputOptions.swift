import ArgumentParser

struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When to use color.",
      discussion: """
        auto looks at NO_COLOR, CLICOLOR_FORCE and TERM=dumb, then at whether it is a terminal.
        """,
      valueName: "when"))
  var color = ColorChoice.auto
}
