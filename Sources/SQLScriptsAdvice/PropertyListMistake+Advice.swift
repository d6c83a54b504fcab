import SQLScriptsDiagnostics
import SQLScriptsFiles

extension PropertyListMistake: AdvisedMistake {
  func advice(at span: SourceSpan) -> Advice {
    let correction = PropertyListCorrection(span.file)
    switch self {
    case .openStep(let name):
      return Advice(help: "Convert it with: plutil -convert xml1 \(name)")
    case .tooManyAttributes:
      return Advice(
        why: "Only <plist> has an attribute, its version. A “>” is probably missing.",
        help: "Write “>” where the tag ends.")
    case .noXML:
      return Advice(
        help:
          "If this is JSON, change the file extension to .json. If it is SQL, change it to .sql.")
    case .declaredEncoding(let name):
      // The bytes are valid UTF-8. So are encodings that use only ASCII bytes.
      let isASCII = ["utf-7", "hz", "iso-2022"].contains { name.lowercased().hasPrefix($0) }
      return Advice(
        help: "Save the file as UTF-8, and write encoding=\"UTF-8\" here.",
        fixIt: isASCII ? nil : FixIt("Write UTF-8 as the encoding", at: span, with: "UTF-8"))
    case .unclosed(let name, let next, let isCertain):
      let fixIt = next.flatMap { correction.end(of: name, after: span.range, before: $0) }
      return Advice(
        label: "opened here", help: "Add </\(name)> at its end.",
        fixIt: fixIt.flatMap {
          isCertain && $0.isAtLineEnd && correction.areSeparate(span.range, before: next)
            ? $0.fixIt : nil
        },
        suggestion: fixIt?.fixIt)
    case .unclosedAtEnd(let names):
      let tags = names.map { "</\($0)>" }
      let words = tags.joined(separator: " and ")
      return Advice(
        label: "opened here",
        help: tags.count == 1 ? "Add \(words) at its end." : "Add \(words) at the end of the file.",
        suggestion: FixIt(closing: span.file, with: tags))
    case .mismatch(let name, let other, let opening, let kind):
      let isLast =
        kind == .missing && other == "plist"
        && correction.isOnly(name, from: opening.range.upperBound, to: span.range.lowerBound)
      return Advice(
        help: isLast
          ? "Write </\(name)> before </plist>."
          : "Write </\(name)> here, or close the tags in the order they were opened.",
        related: [.init(span: opening, message: "<\(name)> is opened here")],
        fixIt: kind == .slip ? correction.endTag(of: name, insteadOf: other, at: span.range) : nil,
        suggestion: kind == .missing
          ? correction.endTag(of: name, before: span.range.lowerBound)
          : correction.writing(name, insteadOf: other, at: span.range))
    case .opensToClose(let name):
      return Advice(
        label: "the / is missing", help: "Write </\(name)> here.",
        fixIt: correction.endTag(name, at: span.range))
    case .missingStart(let name):
      return Advice(
        help: "Write <\(name)> here.",
        suggestion: FixIt(
          "Write <\(name)> before this", at: span,
          with: "<\(name)>\(span.file.lineEnd(before: span.range.lowerBound))"))
    case .missingEnd(let name, let opening):
      return Advice(
        help: "Write </\(name)> here.",
        related: [.init(span: opening, message: "<\(name)> is opened here")],
        suggestion: correction.endTag(of: name, before: span.range.lowerBound))
    case .constantWithoutSlash(let name):
      return Advice(
        label: "the / is missing", help: "Write <\(name)/>.",
        fixIt: FixIt("Write <\(name)/>", at: span, with: "<\(name)/>"))
    case .repeated(let name, isClosedTwice: true):
      return Advice(help: "Delete one <\(name)> and one </\(name)>.")
    case .repeated(let name, isClosedTwice: false):
      return Advice(
        help: "Delete this <\(name)>.",
        suggestion: FixIt("Delete this <\(name)>", at: span, with: ""))
    case .endWithoutStart(let name, let text):
      guard let text else {
        return Advice(
          help: "Delete this </\(name)>.",
          suggestion: FixIt("Delete this </\(name)>", at: span, with: ""))
      }
      return Advice(
        help: "Write <\(name)> before “\(text.shortened(to: 60))”.",
        suggestion: correction.startTag(of: name, beforeTextAt: span.range.lowerBound))
    case .fullwidthTag:
      return Advice(help: "Switch the input method to English punctuation and type < and >.")
    case .noPlistTag:
      return Advice(help: "Put <plist version=\"1.0\"> around the whole list.")
    case .unknownTag(let tag, let isKnownInLowerCase, let isSlip):
      let name = tag.forMessage
      let other = correction.otherName(of: tag)
      if other == nil, let advice = keyAdvice(tag, at: span) ?? constantAdvice(tag, at: span) {
        return advice
      }
      return Advice(
        help: isKnownInLowerCase && name != name.lowercased()
          ? "Write <\(name.lowercased())>: tags are lowercase."
          : other.map { "Write <\($0)>." }
            ?? "Use <string> for a statement.",
        fixIt: isSlip
          ? correction.rename(tag, name.lowercased(), at: span.range.lowerBound) : nil,
        suggestion: correction.knownTag(near: tag, at: span.range.lowerBound))
    case .contentAfterEnd:
      return Advice(help: "Move this into the list, or delete it.")
    case .missingKey(let name):
      if let advice = keyAdvice(name, at: span) { return advice }
      return Advice(help: "Write <key>…</key> before it, or change the dictionary to an <array>.")
    case .keyOutsideDictionary:
      return Advice(help: "Use <string> for a statement.")
    case .missingValue:
      return Advice(help: "Write a value such as <string>…</string> after it, or delete the key.")
    case .textOutsideString:
      return Advice(
        help: "Put it between <string> and </string>, or delete it.",
        suggestion: correction.constant(span.range) ?? correction.tags(aroundStatement: span.range))
    case .noValue:
      return Advice(help: "Put an <array> with the statements into <plist>.")
    case .notWellFormed:
      return Advice(help: "Correct the tag or the text here.")
    case .typographicQuotes(let quotes):
      return Advice(help: "Type straight quotes: \".", fixIt: correction.straightQuotes(quotes))
    case .hyphensInComment:
      return Advice(help: "Write a single hyphen, or another character.")
    case .bareAttribute:
      let value = String(decoding: span.file.bytes[span.range], as: UTF8.self)
      return Advice(
        help: "Write \"\(value)\".",
        fixIt: FixIt("Write \"\(value)\"", at: span, with: "\"\(value)\""))
    case .bentEndTag(let name):
      return Advice(
        help: "Write </\(name)>.",
        fixIt: FixIt("Write </\(name)>", at: span, with: "</\(name)>"))
    case .bentStartTag(let name):
      return Advice(
        help: "Write <\(name)>.", fixIt: FixIt("Write <\(name)>", at: span, with: "<\(name)>"))
    case .commentWithoutEnd:
      return Advice(help: "Write --> at the end of the comment.")
    case .lateDeclaration:
      return Advice(
        help: "Delete everything before it. If the file contains two documents, keep one of them.")
    case .cdataWithoutEnd:
      return Advice(help: "Write ]]> at the end of the string.")
    case .tagWithoutEnd:
      return Advice(help: "Write “>” after it.", suggestion: correction.endOfTag(span.range))
    case .unescapedAmpersand:
      if let entity = correction.entityWithoutSemicolon(at: span.range.lowerBound) {
        return Advice(
          label: "the semicolon is missing", help: "Write “\(entity);”, with a semicolon.")
      }
      return Advice(
        label: "write &amp; here", why: "In XML, “&” starts an entity such as &lt;.",
        help: "Replace “&” with “&amp;”. The statement still contains “&”.",
        fixIt: correction.escapedAmpersand(at: span.range.lowerBound))
    case .unescapedLessThan:
      return Advice(
        label: "write &lt; here", why: "XML reads “<” as the start of a tag.",
        help: "Replace “<” with “&lt;”. You can leave “>” unchanged.",
        fixIt: correction.escapedLessThan(at: span.range.lowerBound),
        suggestion: correction.escapedTag(at: span.range.lowerBound))
    case .unknownEntity:
      return Advice(
        why:
          "XML defines &amp; &lt; &gt; &quot; &apos; and numeric references. The others are HTML.",
        help: "Write the character itself. For “&”, write “&amp;”.")
    case .badReference:
      return Advice(help: "Write the character itself. For “&”, write “&amp;”.")
    case .contentAfterPlist:
      return Advice(help: "Move this into the list, or delete it.")
    case .entityDeclaration:
      return Advice(
        why: "Such declarations can read other files and exhaust the memory.",
        help: "Delete the declaration, and replace each use with the text itself.")
    case .badNumber:
      return Advice(help: "Write plain decimal digits without spaces.")
    case .textInConstant(let name):
      return Advice(help: "Write <\(name)/>.")
    case .unreadable:
      return Advice(help: "Split the file, or use a .sql file.")
    case .damaged:
      return Advice(help: "Recreate it from its XML version.")
    case .tooManyShared:
      return Advice(
        why: "A small file could exhaust the memory.",
        help: "Write each list once, or convert the file to XML with: plutil -convert xml1")
    }
  }

  /// The advice about `<transaction>NO</transaction>`, where a key is named as a tag.
  private func keyAdvice(_ tag: String, at span: SourceSpan) -> Advice? {
    let correction = PropertyListCorrection(span.file)
    guard ScriptKey(rawValue: tag) != nil || StatementKey(rawValue: tag) != nil,
      !correction.isAfterKey(span.range.lowerBound),
      correction.isInDictionary(span.range.lowerBound)
    else { return nil }
    let value = correction.constant(insteadOf: tag, at: span.range.lowerBound)
      .map { "<\($0.isOn)/>" }
    return Advice(help: "Write <key>\(tag)</key>, and then \(value ?? "its value").")
  }

  /// The advice about `<bool>false</bool>`.
  private func constantAdvice(_ tag: String, at span: SourceSpan) -> Advice? {
    let constant = PropertyListCorrection(span.file)
      .constant(insteadOf: tag, at: span.range.lowerBound)
    if let constant {
      return Advice(help: "Write <\(constant.isOn)/>.", suggestion: constant.fixIt)
    }
    guard ["bool", "boolean"].contains(tag.lowercased()) else { return nil }
    return Advice(help: "Write <true/> or <false/>.")
  }
}
