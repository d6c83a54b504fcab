import SQLScriptsSQL

/// Parentheses and their contents.
extension SQLStatement {
  /// The number of open parentheses around a token.
  package func depth(_ index: Int) -> Int {
    tokens.indices.contains(index) ? Int(tokens[index].depth) : 0
  }

  /// The index of the `)` that closes the `(` at an index; the last index if nothing closes it.
  package func end(ofParenthesis index: Int) -> Int {
    let depth = depth(index)
    return indices.dropFirst(max(0, index + 1)).first {
      tokens[$0].kind == .rightParenthesis && tokens[$0].depth == depth
    } ?? max(index, tokens.count - 1)
  }

  /// The index of the `(` around a token; nil if there is none.
  package func parenthesis(around index: Int) -> Int? {
    let outer = depth(index) - 1
    return tokens.prefix(index).lastIndex { $0.kind == .leftParenthesis && $0.depth == outer }
  }

  /// The parts of a list between its commas, ignoring nested commas. Empty parts are included.
  package func parts(of list: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = list.lowerBound
    let depth = depth(start)
    for index in list where tokens[index].kind == .comma && tokens[index].depth == depth {
      parts.append(start..<index)
      start = index + 1
    }
    return parts + [start..<list.upperBound]
  }

  /// The arguments of a call, or the parts of a list, by the index of its `(`.
  package func arguments(_ parenthesis: Int) -> [Range<Int>] {
    let end = end(ofParenthesis: parenthesis)
    return end > parenthesis + 1 ? parts(of: parenthesis + 1..<end) : []
  }

  /// The indices from `start` on with the same nesting depth, without the parentheses.
  package func outerIndices(from start: Int) -> [Int] {
    indices.filter { $0 >= start && isOuter($0, from: start) }
  }

  /// The index of a keyword with the same nesting depth as the token at `start`.
  package func outerIndex(of keyword: String, from start: Int = 0) -> Int? {
    let tokens = tokens
    guard tokens.indices.contains(start) else { return nil }
    let depth = tokens[start].depth
    return tokens.indices[start...].first {
      tokens[$0].kind == .word && tokens[$0].depth == depth && word($0) == keyword
    }
  }

  private func isOuter(_ index: Int, from start: Int) -> Bool {
    let token = tokens[index]
    return token.depth == tokens[start].depth && token.kind != .leftParenthesis
      && token.kind != .rightParenthesis
  }
}
