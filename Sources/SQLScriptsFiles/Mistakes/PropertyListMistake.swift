package import SQLScriptsDiagnostics

/// A mistake in a property list.
package enum PropertyListMistake: Mistake {
  case openStep(String)
  case tooManyAttributes
  case noXML
  case declaredEncoding(String)
  /// `before`: the tag before which it has to be closed; nil at the end of the file. `isCertain`: whether no other
  /// place is possible.
  case unclosed(String, before: Int?, isCertain: Bool)
  /// The file ends inside these lists, dictionaries and <plist>, from the inner to the outer.
  case unclosedAtEnd([String])
  case mismatch(String, closedBy: String, opening: SourceSpan, MismatchKind)
  case opensToClose(String)
  /// The start tag of a list or dictionary is missing here.
  case missingStart(String)
  /// The end tag of a list or dictionary is missing here.
  case missingEnd(String, opening: SourceSpan)
  /// `<true>` for `<true/>`
  case constantWithoutSlash(String)
  /// A start tag twice, and whether the end tag is there twice, too.
  case repeated(String, isClosedTwice: Bool)
  /// An end tag without a start tag, and the text before it.
  case endWithoutStart(String, text: String?)
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
  /// An attribute whose value has no quotes.
  case bareAttribute
  case hyphensInComment
  case bentEndTag(String)
  case bentStartTag(String)
  case commentWithoutEnd
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

  /// Why an end tag does not match.
  package enum MismatchKind: Sendable, Hashable {
    /// It is not a tag of property lists, so its name is misspelled.
    case slip
    /// It closes an outer element.
    case missing
    case other
  }

  package var id: String {
    switch self {
    case .openStep: "openstep-property-list"
    case .unclosedAtEnd: "plist-tag-mismatch"
    case .tooManyAttributes, .noXML, .notWellFormed, .typographicQuotes, .bareAttribute,
      .hyphensInComment, .commentWithoutEnd, .lateDeclaration, .cdataWithoutEnd, .badReference,
      .unreadable:
      "plist-not-well-formed"
    case .declaredEncoding: "encoding-declaration-mismatch"
    case .unclosed(let name, _, _):
      ["array", "dict", "plist"].contains(name) ? "plist-tag-mismatch" : "plist-unclosed-string"
    case .mismatch, .repeated, .bentEndTag, .bentStartTag, .tagWithoutEnd, .endWithoutStart,
      .missingStart, .missingEnd, .constantWithoutSlash:
      "plist-tag-mismatch"
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
    case .openStep: return "this property list is in the old OpenStep text format, not XML"
    case .tooManyAttributes:
      return "this tag has more than \(XMLTagCheck.maximumAttributes) attributes"
    case .noXML: return "a property list must start with “<”"
    case .declaredEncoding(let name):
      return "the file declares the encoding “\(name.forMessage)”, but a script must be UTF-8"
    case .unclosed(let name, _, _): return "<\(name)> has no matching </\(name)>"
    case .unclosedAtEnd(let names):
      let name = names.first ?? ""
      return "<\(name)> has no matching </\(name)>"
    case .mismatch(let name, let other, _, _):
      return "<\(name)> is closed by </\(other.forMessage)>"
    case .opensToClose(let name): return "<\(name)> should be </\(name)>"
    case .repeated(let name, _): return "<\(name)> is repeated before one string"
    case .endWithoutStart(let name, _): return "</\(name)> has no <\(name)>"
    case .missingStart(let name): return "<\(name)> is missing before this"
    case .missingEnd(let name, _): return "</\(name)> is missing before this"
    case .constantWithoutSlash(let name): return "<\(name)> should be <\(name)/>"
    case .fullwidthTag:
      return "the full-width characters ＜ and ＞ do not make a tag"
    case .noPlistTag(let name): return "the first tag is <\(name.forMessage)> instead of <plist>"
    case .unknownTag(let name, _, _):
      let name = name.forMessage
      return "a property list cannot contain the tag <\(name)> here"
    case .contentAfterEnd: return "the file continues after the end of its value"
    case .missingKey(let name): return "this <\(name.forMessage)> has no key"
    case .keyOutsideDictionary: return "<key> is only allowed in <dict>"
    case .missingValue(let key): return "key “\(key.forMessage)” has no value"
    case .textOutsideString: return "text between the items"
    case .noValue: return "the property list contains no value"
    case .notWellFormed(let words): return "not well-formed XML: \(words)"
    case .typographicQuotes:
      return "the quotes in this tag are typographic quotes"
    case .hyphensInComment: return "an XML comment must not contain “--”"
    case .bareAttribute: return "the value of an attribute must be in quotes"
    case .bentEndTag(let name): return "the end tag must be </\(name)>"
    case .bentStartTag(let name): return "the start tag must be <\(name)>"
    case .commentWithoutEnd: return "this comment has no end"
    case .lateDeclaration: return "<?xml …?> is only allowed at the start of the file"
    case .cdataWithoutEnd: return "<![CDATA[ has no matching ]]>"
    case .tagWithoutEnd: return "this tag has no “>” at its end"
    case .unescapedAmpersand: return "unescaped “&” in a property list"
    case .unescapedLessThan: return "unescaped “<” in a property list"
    case .unknownEntity(let name): return "“\(name)” is not an XML entity"
    case .badReference(let spelling):
      return "“\(spelling)” is not a character that XML allows"
    case .contentAfterPlist: return "the file continues after </plist>"
    case .entityDeclaration: return "a script must not declare entities or elements"
    case .badNumber(let spelling, let name):
      return "“\(spelling.forMessage)” is not \(name == "real" ? "a number" : "a whole number")"
    case .textInConstant(let name): return "text inside <\(name)>"
    case .unreadable: return "the file is too large for the XML reader"
    case .damaged(let reason): return "the binary property list is damaged: \(reason)"
    case .tooManyShared:
      return
        "this binary property list repeats the same objects so often that it expands to far "
        + "more than its size"
    }
  }
}
