import SQLScriptsSQL

/// Parentheses, and what stands in them.
extension SQLStatement {
  /// How many parentheses are open around a token.
  package func depth(_ index: Int) -> Int {
    tokens.indices.contains(index) ? Int(tokens[index].depth) : 0
  }

  /// The index of the `)` that closes the `(` at an index; the last index if nothing closes it.
  package func end(ofParenthesis index: Int) -> Int {
    let depth = depth(index)
    return indices.first {
      $0 > index && tokens[$0].kind == .rightParenthesis && tokens[$0].depth == depth
    } ?? max(index, tokens.count - 1)
  }

  /// The index of the `(` around a token; nil if it stands in no parentheses.
  package func parenthesis(around index: Int) -> Int? {
    let outer = depth(index) - 1
    return tokens.prefix(index).lastIndex { $0.kind == .leftParenthesis && $0.depth == outer }
  }

  /// The parts between the commas of a list, commas in parentheses aside. No part is left out if it is empty.
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

  /// The arguments of the call, or the parts of the list, whose `(` is at an index.
  package func arguments(_ parenthesis: Int) -> [Range<Int>] {
    let end = end(ofParenthesis: parenthesis)
    return end > parenthesis + 1 ? parts(of: parenthesis + 1..<end) : []
  }

  /// The indices from one on that stand in as many parentheses as it does, without the parentheses.
  package func outerIndices(from start: Int) -> [Int] {
    indices.filter { $0 >= start && isOuter($0, from: start) }
  }

  /// The index of a keyword that stands in as many parentheses as the token at `start`.
  package func outerIndex(of keyword: String, from start: Int = 0) -> Int? {
    indices.first {
      $0 >= start && tokens[$0].kind == .word && isOuter($0, from: start) && word($0) == keyword
    }
  }

  private func isOuter(_ index: Int, from start: Int) -> Bool {
    let token = tokens[index]
    return token.depth == tokens[start].depth && token.kind != .leftParenthesis
      && token.kind != .rightParenthesis
  }
}
