/// The names that a JavaScript module declares outside all functions.
package enum TopLevelNames {
  /// The names that occur more than once, which a browser refuses.
  package static func repeated(in module: String) -> Set<Substring> {
    let declaration = /^(?:async )?(?:function\*?|class|const|let|var) (\w+|\[[^\]]*\]|\{[^}]*\})/
    let names = module.split(separator: "\n").compactMap { $0.firstMatch(of: declaration)?.1 }
      .flatMap { $0.matches(of: /\w+/).map(\.0) }
    var seen: Set<Substring> = []
    return Set(names.filter { !seen.insert($0).inserted })
  }
}
