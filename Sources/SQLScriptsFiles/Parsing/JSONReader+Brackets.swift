internal import SQLScriptsDiagnostics
import SQLScriptsSQL

/// Brackets that are missing or wrong. One lost bracket is one finding, and the rest is read as if it were there.
extension JSONReader {
  /// Whether the rest of the file can follow if the container at an index, and all inside it, ends with this bracket.
  func continues(from container: Int) -> Bool {
    continues(inside: container > 0 ? builder.containers[container - 1] : nil)
  }

  /// Whether the rest of the file after this bracket can be inside a container; nil for the end of the file.
  func continues(inside outer: DocumentBuilder.Container?) -> Bool {
    let next = endOfLines(from: index + 1)
    guard let outer else { return next == bytes.count }
    guard next < bytes.count else { return false }
    switch bytes[next] {
    case 0x5D: return !outer.isDictionary
    case 0x7D: return outer.isDictionary
    case 0x2C:
      let item = endOfLines(from: next + 1)
      return item < bytes.count && (isKey(at: item) == outer.isDictionary)
    default: return isKey(at: next) == outer.isDictionary
    }
  }

  /// Whether this bracket was meant to end the innermost container.
  var isMistypedEnd: Bool {
    !builder.containers.isEmpty && continues(from: builder.containers.count - 1)
  }

  /// Whether an item was read in a dictionary: a text with spaces, which no comma and bracket follow after a key.
  func isItem(_ text: Range<Int>) -> Bool {
    let next = endOfLines(from: text.upperBound)
    guard next < bytes.count, bytes[text].contains(0x20) else { return false }
    return bytes[next] == 0x2C || bytes[next] == 0x5D
      || bytes[next] == 0x7D && expectation == .firstKey
  }

  /// Makes the place before an item in a dictionary a place in a list. Returns false if no bracket explains the item.
  mutating func leaveDictionary(at item: Int) -> Bool {
    guard let top = builder.containers.last else { return false }
    let opening = Int(builder.document.nodes[top.node].start)
    guard expectation == .key, let key = top.lastKey else {
      guard bytes[opening] == 0x7B, expectation == .firstKey, bytes[item] == 0x22 else {
        return false
      }
      report(.wrongStart("{", isDictionary: false), at: span(opening..<opening + 1))
      builder.reopen(as: .array)
      return true
    }
    let outer = builder.containers.dropLast().last
    if outer?.isDictionary == false {
      report(
        .missingEnd(isDictionary: true, opening: span(opening..<opening + 1)),
        at: span(lastEnd..<lastEnd))
      builder.close(at: lastEnd)
      return true
    }
    if key + 1 < builder.document.nodes.count, builder.document.nodes[key + 1].kind == .array,
      isList(key)
    {
      report(.earlyEnd(isDictionary: false), at: span(max(0, lastEnd - 1)..<lastEnd))
      builder.push(.init(node: key + 1, isDictionary: false))
      return true
    }
    return openList(in: top)
  }

  /// Opens a list around the last value of a dictionary. Returns false if its key has no list, or if it is one.
  mutating func openList(in dictionary: DocumentBuilder.Container) -> Bool {
    guard dictionary.pendingKey == nil, let key = dictionary.lastKey, isList(key),
      key + 1 < builder.document.nodes.count, builder.document.nodes[key + 1].kind != .array,
      case let value = Int(builder.document.nodes[key + 1].start),
      builder.open(.array, around: key + 1)
    else { return false }
    report(.missingStart(isDictionary: false), at: span(value..<value))
    return true
  }

  private func isList(_ key: Int) -> Bool {
    let lists: [ScriptKey] = [.statements, .require, .verify, .allowsRowLoss]
    let node = builder.document.nodes[key]
    // A long key would be decoded again for each bracket after it.
    guard builder.document.text(of: node).count < 40 else { return false }
    let name = builder.document.string(of: node)
    return lists.contains { $0.name == name }
  }

  /// Makes the last text in a list a key. Returns false if it is none.
  mutating func enterDictionary() -> Bool {
    guard let top = builder.containers.last, let node = builder.document.nodes.last,
      node.kind == .string, Int(node.end) == lastEnd
    else { return false }
    let last = builder.document.nodes.count - 1
    let name = builder.document.string(of: node)
    let opening = Int(builder.document.nodes[top.node].start)
    let isFirst = last == top.node + 1
    let isOfScript = ScriptKey(rawValue: name) != nil || name == "$schema"
    guard isOfScript || StatementKey(rawValue: name) != nil else { return false }
    if builder.containers.dropLast().last?.isDictionary == true, isOfScript {
      let end = isFirst ? opening + 1 : endOfValue(before: Int(node.start))
      report(
        .missingEnd(isDictionary: false, opening: span(opening..<opening + 1)),
        at: span(end..<end))
      builder.closeListBeforeKey(at: end)
    } else if isFirst, builder.containers.count == 1, isOfScript {
      report(.wrongStart("[", isDictionary: true), at: span(opening..<opening + 1))
      builder.reopen(as: .dictionary)
    } else {
      guard builder.open(.dictionary, around: last) else { return false }
      report(.missingStart(isDictionary: true), at: span(Int(node.start)..<Int(node.start)))
    }
    return true
  }

  /// Reads on after a value at the start of the file that its list or dictionary was to open.
  mutating func reopenRoot(before byte: UInt8) -> Bool {
    guard let root = builder.document.nodes.first else { return false }
    // The bracket that was to end it is still there.
    let end = lastTokenEnd()
    if byte == 0x2C, lastEnd > 0, end > 0, bytes[end - 1] == bytes[lastEnd - 1],
      let container = builder.closedRoot
    {
      if container.isDictionary == isKey(at: endOfLines(from: index + 1)),
        container.isDictionary || beginsValueOnAnyLine(index + 1)
      {
        report(
          .earlyEnd(isDictionary: container.isDictionary), at: span(lastEnd - 1..<lastEnd))
        builder.push(container)
        expectation = .separator
        return true
      }
    }
    let isKey = byte == 0x3A && root.kind == .string
    let item = endOfLines(from: index + 1)
    let isItem =
      byte == 0x2C && (root.kind == .string || root.kind == .dictionary) && item < bytes.count
      && [0x22, 0x5B, 0x7B].contains(bytes[item]) && !self.isKey(at: item)
    guard isKey || isItem, builder.open(isKey ? .dictionary : .array, around: 0) else {
      return false
    }
    let start = Int(root.start)
    report(.missingStart(isDictionary: isKey), at: span(start..<start))
    expectation = isKey ? .colon : .separator
    return true
  }

  /// Skips a bracket that closes nothing, if no more than such brackets follow.
  mutating func skipSurplusEnd() -> Bool {
    let isEnd = { (byte: UInt8) in byte == 0x5D || byte == 0x7D }
    guard isEnd(bytes[index]), index >= tailStart() else { return false }
    let found = String(UnicodeScalar(bytes[index]))
    report(.surplusEnd(found, isAfterEnd: true), at: span(index..<index + 1))
    index += 1
    return true
  }

  /// Ends the lines of a statement before a dictionary or another list, which cannot be a line.
  mutating func closeLines() {
    guard expectation == .item, let top = builder.containers.last, !top.isDictionary else { return }
    let isInDictionary = builder.containers.first?.isDictionary == true
    guard builder.containers.count == (isInDictionary ? 3 : 2),
      builder.containers.dropLast().last?.isDictionary == false
    else { return }
    let opening = Int(builder.document.nodes[top.node].start)
    report(
      .missingEnd(isDictionary: false, opening: span(opening..<opening + 1)),
      at: span(lastEnd..<lastEnd))
    builder.close(at: lastEnd)
  }

  /// Reads a parenthesis as the bracket that was meant.
  mutating func openParenthesis() {
    let isDictionary = isKey(at: endOfLines(from: index + 1))
    report(.wrongStart("(", isDictionary: isDictionary), at: span(index..<index + 1))
    open(isDictionary ? .dictionary : .array)
  }

  /// Whether a text with a colon after it is at a place.
  func isKey(at place: Int) -> Bool {
    guard place < bytes.count, bytes[place] == 0x22 else { return false }
    var end = place + 1
    while end < bytes.count, bytes[end] != 0x22, !isLineEnd(bytes[end]) {
      end += bytes[end] == 0x5C ? 2 : 1
    }
    let next = endOfLines(from: end + 1)
    return next < bytes.count && bytes[next] == 0x3A
  }

  func beginsValueOnAnyLine(_ place: Int) -> Bool {
    let next = endOfLines(from: place)
    return next < bytes.count && [0x22, 0x5B, 0x7B].contains(bytes[next])
  }

  /// Whether a comma or a closing bracket follows, so that a semicolon before it stands for nothing.
  func endsNothing(_ place: Int) -> Bool {
    let next = endOfLines(from: place)
    return next < bytes.count && [0x2C, 0x5D, 0x7D].contains(bytes[next])
  }

  /// Whether a node is a text with several words, which is no key.
  func isStatement(_ node: Node?) -> Bool {
    guard let node, node.kind == .string else { return false }
    return builder.document.string(of: node).contains(" ")
  }

  /// The end of the value before a place, without the comma.
  private func endOfValue(before place: Int) -> Int {
    var end = place
    while end > 0, TextCheck.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > 0, bytes[end - 1] == 0x2C else { return end }
    end -= 1
    while end > 0, TextCheck.isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }

  private func endOfLines(from start: Int) -> Int {
    var end = start
    while end < bytes.count, TextCheck.isBlank(bytes[end]) { end += 1 }
    return end
  }
}
