/// The words that sentences are made of, apart from nouns that no reader takes for a part of a sentence. A name that is
/// one of them could be misread: “all rows of user in and”.
enum Vocabulary {
  /// Whether a reader without marks could take a name for something else than a name.
  static func contains(_ name: String) -> Bool { words.contains(name.lowercased()) }

  private static let words = Set(
    """
    a accepts add added adds after again all allowed allows already also among an and
    another any anyway are areas as at
    because becomes been before begin begins being belong belongs between binary but by bytes
    can cannot case change changed changes check checked checks clear clears collects
    column columns compares computed computes condition contain contains continue copied copies
    copy counts creates current
    data date default defaults definition delete deleted deletes divided do does
    each earlier either else empties empty end ends entries entry equal equals even every
    everything exactly except existing exists expression
    fails false faster few fewer fills find finds fine first followed following for from full
    gets gives greater greatest group groups
    had happens has have help here hexadecimal highest how
    if ignores ignoring in index indexes instead into is it its
    joined just
    keeps kept key keys
    large last later leave leaves less lets like limits long longer loses lost lower
    made makes match matched matches may merges missing more most multiplies must
    never new next no none not nothing now null number numbers
    of off old on once one ones only optional or order other others otherwise out over own
    prepares prevent prevents primary puts
    queries query
    reached rebuild rebuilds refer references refers refuse refused refuses remove removed removes
    renames repeat replace replaced replaces required result results reuse reuses
    rewrites rounded row rows run runs
    same sample seconds select set sets several shorter silently skip skips
    smaller smallest so some speeds sql start starts statement stay stays still stops stored
    stores subtracts sure swaps
    table tables temporary text texts than that the their them then there these they this
    those through tidies time times to together trigger triggers true twice two type types
    unchanged undoes unique unless until unused up update updates upper used uses using
    valid value values version view virtual
    was were what when where whether which while who whole whose will with without words would
    write writes
    yes yet
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}

extension String {
  /// The name as plain text shows it: in quotes if it is a word of the sentences or no identifier.
  var readableName: String {
    let isIdentifier =
      first?.isNumber == false
      && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
    return isIdentifier && !Vocabulary.contains(self) ? self : "“\(self)”"
  }
}
