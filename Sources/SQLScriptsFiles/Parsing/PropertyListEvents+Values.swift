internal import SQLScriptsDiagnostics

/// The values of elements that have ended.
extension PropertyListEvents {
  mutating func addValue(of element: Element, contentEnd: Int, end: Int) {
    let range = element.start..<max(end, element.start)
    switch element.tag {
    case .plist: return
    case .array, .dict: builder.close(at: end)
    case .yes, .no:
      if scanner.firstText(in: element.contentStart..<contentEnd) != nil {
        report(
          .textInConstant(element.name), at: builder.span(element.contentStart..<contentEnd))
      }
      builder.add(element.tag == .yes ? .true : .false, range)
    case .unknown:
      // Inside an unknown element, only the outermost one becomes a value.
      if elements.last?.tag.holdsTags ?? false, elements.last?.tag != .plist {
        builder.add(.null, range)
      }
    case .key:
      let text = scanner.text(element.contentStart..<contentEnd, in: &builder)
      if builder.containers.last?.isDictionary ?? false {
        builder.addKey(range, text: text)
      } else {
        builder.add(.string, range, text: text)
      }
    case .string:
      let text = scanner.text(element.contentStart..<contentEnd, in: &builder)
      builder.add(.string, range, text: text)
    case .date: builder.add(.date, range)
    case .data: builder.add(.data, range)
    case .integer, .real: addNumber(element, contentEnd: contentEnd, range)
    }
  }

  private mutating func addNumber(_ element: Element, contentEnd: Int, _ range: Range<Int>) {
    let text = scanner.text(element.contentStart..<contentEnd, in: &builder)
    let isInteger = element.tag == .integer
    builder.add(isInteger ? .integer : .real, range, text: text)
    guard let node = builder.document.nodes.last else { return }
    let spelling = builder.document.string(of: node)
    if isInteger ? Int64(spelling) != nil : Double(spelling) != nil { return }
    let place = element.contentStart..<max(contentEnd, element.contentStart)
    report(.badNumber(spelling, in: element.name), at: builder.span(place))
    builder.replaceLast(by: .null)
  }
}
