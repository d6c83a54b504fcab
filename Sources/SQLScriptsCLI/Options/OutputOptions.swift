import ArgumentParser

struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whether to use colour.",
      discussion: """
        auto looks at NO_COLOR, CLICOLOR_FORCE and TERM=dumb, then at whether it is a terminal.
        """,
      valueName: "when"))
  var color = ColorChoice.auto
}
