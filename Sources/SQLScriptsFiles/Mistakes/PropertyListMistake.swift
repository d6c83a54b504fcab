package import SQLScriptsDiagnostics

/// A mistake in a property list.
package enum PropertyListMistake: Mistake {
  case openStep(String)
  case tooManyAttributes
  case noXML
  case declaredEncoding(String)
  case unclosed(String, before: Int?)
  case mismatch(String, closedBy: String, opening: SourceSpan, isSlip: Bool)
  case opensToClose(String)
  case repeated(String)
  case fullwidthTag
  case noPlistTag(String)
  case unknownTag(String, isKnownInLowerCase: Bool, isSlip: Bool)
  case contentAfterEnd
  case missingKey(String)
  case keyOutsideDictionary
  case missingValue(String)
  case textOutsideString
  case noValue
  case notWellFormed(String)
  case typographicQuotes([Int])
  case hyphensInRemark
  case bentEndTag(String)
  case remarkWithoutEnd
  case lateDeclaration
  case cdataWithoutEnd
  case tagWithoutEnd
  case unescapedAmpersand
  case unescapedLessThan
  case unknownEntity(String)
  case badReference(String)
  case contentAfterPlist
  case entityDeclaration
  case badNumber(String, in: String)
  case textInConstant(String)
  case unreadable
  case damaged(String)
  case tooManyShared

  package var id: String {
    switch self {
    case .openStep: "openstep-property-list"
    case .tooManyAttributes, .noXML, .notWellFormed, .typographicQuotes, .hyphensInRemark,
      .remarkWithoutEnd, .lateDeclaration, .cdataWithoutEnd, .badReference, .unreadable:
      "plist-not-well-formed"
    case .declaredEncoding: "encoding-declaration-mismatch"
    case .unclosed(let name, _):
      ["array", "dict", "plist"].contains(name) ? "plist-tag-mismatch" : "plist-unclosed-string"
    case .mismatch, .repeated, .bentEndTag, .tagWithoutEnd: "plist-tag-mismatch"
    case .opensToClose(let name):
      name == "string" ? "plist-unclosed-string" : "plist-tag-mismatch"
    case .fullwidthTag, .textOutsideString, .textInConstant: "plist-text-outside-string"
    case .noPlistTag, .unknownTag, .keyOutsideDictionary: "plist-unknown-tag"
    case .contentAfterEnd, .contentAfterPlist: "plist-content-after-end"
    case .missingKey: "plist-missing-key"
    case .missingValue: "plist-missing-value"
    case .noValue: "plist-no-value"
    case .unescapedAmpersand: "plist-unescaped-ampersand"
    case .unescapedLessThan: "plist-unescaped-less-than"
    case .unknownEntity: "plist-unknown-entity"
    case .entityDeclaration: "plist-entity-declaration"
    case .badNumber: "plist-bad-number"
    case .damaged: "binary-plist-damaged"
    case .tooManyShared: "binary-plist-too-large"
    }
  }

  package var message: String {
    switch self {
    case .openStep: return "This is a property list in the old text form, not XML"
    case .tooManyAttributes:
      return "this tag has more than \(XMLTagCheck.maximumAttributes) attributes"
    case .noXML: return "A property list must start with “<”"
    case .declaredEncoding(let name):
      return "The file says its encoding is “\(name.forMessage)”, and a script must be UTF-8"
    case .unclosed(let name, _): return "This <\(name)> is never closed"
    case .mismatch(let name, let other, _, _):
      return "<\(name)> is closed by </\(other.forMessage)>"
    case .opensToClose(let name): return "<\(name)> stands where </\(name)> belongs"
    case .repeated(let name): return "<\(name)> stands twice before one text"
    case .fullwidthTag:
      return "This tag is written with the full-width signs ＜ and ＞, so it is none"
    case .noPlistTag(let name): return "The first tag is <\(name.forMessage)> instead of <plist>"
    case .unknownTag(let name, _, _):
      let name = name.forMessage
      return "A property list has no tag <\(name)> here"
    case .contentAfterEnd: return "The file goes on after the end of its one value"
    case .missingKey(let name): return "This <\(name.forMessage)> has no key"
    case .keyOutsideDictionary: return "A <key> belongs into a <dict>"
    case .missingValue(let key): return "The key “\(key.forMessage)” has no value"
    case .textOutsideString: return "This text stands between the items"
    case .noValue: return "The property list holds no value"
    case .notWellFormed(let words): return "This is not well-formed XML: \(words)"
    case .typographicQuotes:
      return "The quotes in this tag are typographic, and XML knows none"
    case .hyphensInRemark: return "A remark of XML must not have “--” in it"
    case .bentEndTag(let name): return "This is not how a tag ends: it must be </\(name)>"
    case .remarkWithoutEnd: return "This remark is never closed"
    case .lateDeclaration: return "<?xml …?> may stand only at the very start of a file"
    case .cdataWithoutEnd: return "This <![CDATA[ is never closed"
    case .tagWithoutEnd: return "This tag has no “>” at its end"
    case .unescapedAmpersand: return "A bare “&” is not allowed in a property list"
    case .unescapedLessThan: return "A bare “<” is not allowed in a property list"
    case .unknownEntity(let name): return "“\(name)” is not a code that property lists know"
    case .badReference(let spelling):
      return "“\(spelling)” stands for no character that XML allows"
    case .contentAfterPlist: return "The file goes on after </plist>"
    case .entityDeclaration: return "A script must not declare entities or elements"
    case .badNumber(let spelling, let name):
      return "“\(spelling.forMessage)” is not \(name == "real" ? "a number" : "a whole number")"
    case .textInConstant(let name): return "There is text inside <\(name)>"
    case .unreadable: return "The file is too large for the XML reader"
    case .damaged(let reason): return "This binary property list is damaged: \(reason)"
    case .tooManyShared:
      return
        "this binary property list refers to the same objects so often that it unfolds to far more than its size"
    }
  }
}
