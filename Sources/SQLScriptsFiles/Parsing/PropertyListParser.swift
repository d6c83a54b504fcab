package import SQLScriptsDiagnostics

#if canImport(CSQLScriptsXML)
  internal import CSQLScriptsXML
#else
  internal import libxml2
#endif

/// Parses a property list, XML with libxml2 and binary with our own parser, and reports mistakes.
package enum PropertyListParser {
  package static func parse(
    _ source: SourceFile, maximum: Int = ScriptBundle.maximumMistakes
  ) -> (document: Document, diagnostics: [Diagnostic]) {
    if source.isBinaryPropertyList { return BinaryPropertyList.parse(source) }
    var builder = DocumentBuilder(source: source, maximum: maximum)
    guard let start = TextCheck.start(of: source, reportingTo: &builder),
      PropertyListPreamble.isXML(source, from: start, reportingTo: &builder)
    else {
      return builder.finish()
    }
    return source.withBytes { bytes in
      var events = PropertyListEvents(bytes: bytes, start: start, builder: builder)
      events.read()
      return events.builder.finish()
    }
  }
}

extension PropertyListEvents {
  private static let prepareLibrary: Void = xmlInitParser()

  mutating func read() {
    _ = Self.prepareLibrary
    // libxml2 counts in Int32, and expects the NUL after the bytes.
    let text = bytes.buffer.baseAddress.map { $0 + start }
    guard bytes.count < Int32.max, let text, let context = Self.context(of: text) else {
      return report(.unreadable, at: builder.span(0..<0))
    }
    self.context = context
    defer {
      self.context = nil
      if let document = context.pointee.myDoc { xmlFreeDoc(document) }
      context.pointee.myDoc = nil
      xmlFreeParserCtxt(context)
    }
    context.pointee.userData = nil
    context.pointee.sax?.pointee = Self.handler
    // RECOVER continues after an error. HUGE lifts the limit of 10 MB for CDATA, but also those on depth and entity
    // expansion. Depth is limited here, and entity declarations are refused.
    let options =
      XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue
      | XML_PARSE_IGNORE_ENC.rawValue
    xmlCtxtUseOptions(context, Int32(truncatingIfNeeded: options))
    xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
    // libxml2 calls back while it parses, and nothing else uses this meanwhile.
    withUnsafeMutablePointer(to: &self) { events in
      context.pointee.userData = UnsafeMutableRawPointer(events)
      _ = xmlParseDocument(context)
    }
    finish()
  }

  /// A context that reads the bytes in place, up to the NUL after them. libxml2's usual context copies them, and the
  /// one with a static buffer loses its place in 2.9.14.
  private static func context(of text: UnsafePointer<UInt8>) -> xmlParserCtxtPtr? {
    guard let context = xmlNewParserCtxt() else { return nil }
    // If memory runs out in `inputPush`, newer versions free the input and older ones leak it.
    guard let input = xmlNewStringInputStream(context, text), inputPush(context, input) >= 0 else {
      xmlFreeParserCtxt(context)
      return nil
    }
    return context
  }

  /// The offset in the file where libxml2 is.
  var offset: Int {
    guard let input = context?.pointee.input, let cursor = input.pointee.cur,
      let base = input.pointee.base
    else {
      return bytes.count
    }
    let offset = start + (cursor - base) + Int(clamping: input.pointee.consumed)
    return min(max(offset, 0), bytes.count)
  }

  mutating func stop() {
    isStopped = true
    if let context { xmlStopParser(context) }
  }

  private static func me(
    _ pointer: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<PropertyListEvents>? {
    let events = pointer?.assumingMemoryBound(to: PropertyListEvents.self)
    return events?.pointee.isStopped == false ? events : nil
  }

  // Safe to share, because it only has C function pointers and is never written again. It has no `characters`, because
  // our scanner reads the text.
  nonisolated(unsafe) private static let handler: xmlSAXHandler = {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { pointer, name, prefix, _, _, _, _, _, _ in
      guard let events = me(pointer), let name else { return }
      events.pointee.start(name, hasPrefix: prefix != nil)
    }
    handler.endElementNs = { pointer, _, _, _ in me(pointer)?.pointee.end() }
    handler.entityDecl = { pointer, _, _, _, _, _ in me(pointer)?.pointee.refuseDeclaration() }
    handler.unparsedEntityDecl = { pointer, _, _, _, _ in me(pointer)?.pointee.refuseDeclaration() }
    handler.attributeDecl = { pointer, _, _, _, _, _, tree in
      xmlFreeEnumeration(tree)
      me(pointer)?.pointee.refuseDeclaration()
    }
    handler.elementDecl = { pointer, _, _, _ in me(pointer)?.pointee.refuseDeclaration() }
    handler.notationDecl = { pointer, _, _, _ in me(pointer)?.pointee.refuseDeclaration() }
    handler.getEntity = { _, name in xmlGetPredefinedEntity(name) }
    handler.getParameterEntity = { pointer, _ in
      me(pointer)?.pointee.refuseDeclaration()
      return nil
    }
    handler.resolveEntity = { _, _, _ in nil }
    // `error` has no explicit type, because it is xmlErrorPtr before libxml2 2.12 and const from then on.
    handler.serror = { pointer, error in
      guard let events = me(pointer), let error, error.pointee.level.rawValue > 1 else { return }
      let words = error.pointee.message.map { String(cString: $0) } ?? ""
      events.pointee.libraryReported(code: UInt32(bitPattern: error.pointee.code), words: words)
    }
    return handler
  }()
}
