import SQLScripts
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsValidation
import TestSupport
import Testing

/// Every statement of a history is in a sentence, and every format gives the same ones.
struct CorporaDescriptionTests {
  @Test func `every item of a history is in a sentence, in every format`() throws {
    for (number, corpus) in try Corpus.listing.get().enumerated() {
      let forms: [ScriptForm] = [.plist, .json]
      let chosen = Sweep.isComplete ? forms : [forms[number % 2]]
      try TemporaryFolder.with { folder in
        for form in chosen { try check(corpus, form, folder) }
      }
    }
  }

  private func check(_ corpus: Corpus, _ form: ScriptForm, _ folder: String) throws {
    let bundle = try ScriptBundle(directory: form.scripts(of: corpus, in: folder))
    let library = ScriptLibrary(bundle)
    for entry in BundleDescription(Validator(library), of: library).entries {
      let description = try #require(entry.description, "\(corpus.name) \(entry.file.name)")
      let told = Set(description.sentences.flatMap(\.items))
      let all = Set(description.script.items.map { Int($0.number) })
      #expect(told == all, "\(corpus.name) \(entry.file.name)")
      let written = String(decoding: description.script.document.source.bytes, as: UTF8.self)
      for sentence in description.sentences {
        let text = sentence.words.plain
        #expect(text.hasSuffix("."), "\(text)")
        #expect(text.first?.isLowercase == false, "\(text)")
        // Values are told as they were written.
        for spaces in text.ranges(of: "  ") {
          #expect(written.contains(text[..<spaces.upperBound].suffix(4)), "\(text)")
        }
        #expect(
          !text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(text)")
      }
    }
  }
}
