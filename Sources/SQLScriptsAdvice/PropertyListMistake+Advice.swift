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
        why: "Only <plist> has an attribute, its version. A “>” may be missing.",
        help: "Write “>” where the tag ends.")
    case .noXML:
      return Advice(
        help: "If this is JSON, give the file the ending .json; if it is SQL, the ending .sql.")
    case .declaredEncoding(let name):
      // The bytes were found to be UTF-8. Encodings that write everything in ASCII would be that, too.
      let isASCII = ["utf-7", "hz", "iso-2022"].contains { name.lowercased().hasPrefix($0) }
      return Advice(
        help: "Save the file as UTF-8, and write encoding=\"UTF-8\" here.",
        fixIt: isASCII ? nil : FixIt("Write UTF-8 as the encoding", at: span, with: "UTF-8"))
    case .unclosed(let name, let next):
      return Advice(
        label: "opened here", help: "Add </\(name)> at its end.",
        fixIt: next.flatMap { correction.endOfText(after: span.range, before: $0) })
    case .mismatch(let name, let other, let opening, let isSlip):
      return Advice(
        help: "Write </\(name)> here, or close the tags in the order they were opened.",
        related: [.init(span: opening, message: "<\(name)> is opened here")],
        fixIt: isSlip ? correction.endTag(of: name, insteadOf: other, at: span.range) : nil)
    case .opensToClose(let name):
      return Advice(
        label: "the / is missing", help: "Write </\(name)> here.",
        fixIt: correction.endTag(name, at: span.range))
    case .repeated(let name):
      return Advice(help: "Delete one <\(name)> and one </\(name)>.")
    case .fullwidthTag:
      return Advice(help: "Switch the input method to English punctuation and type < and >.")
    case .noPlistTag:
      return Advice(help: "Put <plist version=\"1.0\"> around the whole list.")
    case .unknownTag(let tag, let isKnownInLowerCase, let isSlip):
      let name = tag.forMessage
      return Advice(
        help: isKnownInLowerCase && name != name.lowercased()
          ? "Write <\(name.lowercased())>: tags are in lower case."
          : "Use <string> for a statement.",
        fixIt: isSlip ? correction.lowerCase(tag, at: span.range.lowerBound) : nil)
    case .contentAfterEnd:
      return Advice(help: "Move this into the list, or delete it.")
    case .missingKey:
      return Advice(help: "Put <key>…</key> before it, or make the dictionary an <array>.")
    case .keyOutsideDictionary:
      return Advice(help: "Use <string> for a statement.")
    case .missingValue:
      return Advice(help: "Put a value such as <string>…</string> after it, or delete it.")
    case .textOutsideString:
      return Advice(help: "Put it between <string> and </string>, or delete it.")
    case .noValue:
      return Advice(help: "Put an <array> with the statements into <plist>.")
    case .notWellFormed:
      return Advice(help: "Correct the tag or the text here.")
    case .typographicQuotes(let quotes):
      return Advice(help: "Type straight quotes: \".", fixIt: correction.straightQuotes(quotes))
    case .hyphensInRemark:
      return Advice(help: "Write one hyphen, or another sign.")
    case .bentEndTag(let name):
      return Advice(
        help: "Write </\(name)>.",
        fixIt: FixIt("Write </\(name)>", at: span, with: "</\(name)>"))
    case .remarkWithoutEnd:
      return Advice(help: "Write --> where it ends.")
    case .lateDeclaration:
      return Advice(help: "Delete what is before it; of two files in one, keep one.")
    case .cdataWithoutEnd:
      return Advice(help: "Write ]]> where the text ends.")
    case .tagWithoutEnd:
      return Advice(help: "Write “>” after it.")
    case .unescapedAmpersand:
      return Advice(
        label: "write &amp; here", why: "In XML “&” starts a code such as &lt;.",
        help: "Replace “&” with “&amp;”; the app still sees “&”.",
        fixIt: correction.escapedAmpersand(at: span.range.lowerBound))
    case .unescapedLessThan:
      return Advice(
        label: "write &lt; here", why: "XML reads “<” as the start of a tag.",
        help: "Replace “<” with “&lt;”; “>” may stay as it is.",
        fixIt: correction.escapedLessThan(at: span.range.lowerBound))
    case .unknownEntity:
      return Advice(
        why: "XML has &amp; &lt; &gt; &quot; &apos; and numbers; the others are HTML.",
        help: "Write the character itself; for “&”, write “&amp;”.")
    case .badReference:
      return Advice(help: "Write the character itself; for “&”, write “&amp;”.")
    case .contentAfterPlist:
      return Advice(help: "Move this into the list, or delete it.")
    case .entityDeclaration:
      return Advice(
        why: "Such declarations can read other files and fill the memory.",
        help: "Delete the declaration, and write the text itself where it is used.")
    case .badNumber:
      return Advice(help: "Write plain decimal digits, without blanks.")
    case .textInConstant(let name):
      return Advice(help: "Write <\(name)/>.")
    case .unreadable:
      return Advice(help: "Split it, or use a .sql file.")
    case .damaged:
      return Advice(help: "Make it again from its XML form.")
    case .tooManyShared:
      return Advice(
        why: "A small file could fill the memory.",
        help: "Write each list once, or keep the file as XML: plutil -convert xml1.")
    }
  }
}
