/// An argument of a command, as a shell reads it.
package enum ShellWord {
  /// The text, in single quotes unless all of its characters are plain.
  package static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0))
      }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain ? text : "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}
