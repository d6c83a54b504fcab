import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

/// The grammar of RFC 8259 case by case, with the usual names of JSON test suites: `y_` must be accepted, `n_` must be
/// rejected, and the RFC lets a parser decide about `i_`, so these cases show our decision.
@Suite struct JSONGrammarTests {
  private static let accepted: [(name: String, text: String)] = [
    ("y_array_empty", "[]"),
    ("y_array_empty_string", "[\"\"]"),
    ("y_array_with_spaces", "[[] ]"),
    ("y_array_ending_with_newline", "[\"a\"]\n"),
    ("y_array_heterogeneous", "[null, 1, \"1\", {}]"),
    ("y_array_null", "[null]"),
    ("y_array_of_arrays", "[[1, {}, [2, []]], {\"a\": [[\"b\", {}], []]}]"),
    ("y_array_with_leading_space", " [1]"),
    ("y_array_with_several_null", "[1,null,null,null,2]"),
    ("y_array_with_trailing_space", "[2] "),
    ("y_array_1_and_newline", "[1\n]"),
    ("y_array_false", "[false]"),
    ("y_number_zero", "[0]"),
    ("y_number_minus_zero", "[-0]"),
    ("y_number_minus_one", "[-1]"),
    ("y_number_int_with_exponent", "[20e1]"),
    ("y_number_0e1", "[0e1]"),
    ("y_number_0e_plus_1", "[0e+1]"),
    ("y_number_real_exponent", "[123e45]"),
    ("y_number_real_capital_e", "[1E22]"),
    ("y_number_real_capital_e_minus", "[1E-2]"),
    ("y_number_real_capital_e_plus", "[1E+2]"),
    ("y_number_real_fraction_exponent", "[123.456e78]"),
    ("y_number_real_simple", "[123.456789]"),
    (
      "y_number_close_to_zero",
      "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]"
    ),
    ("y_number_negative_int", "[-123]"),
    ("y_number_after_space", "[ 4]"),
    ("y_number_lonely", "42"),
    ("y_number_lonely_negative", "-0.1"),
    ("y_object", "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}"),
    ("y_object_basic", "{\"asd\":\"sdf\"}"),
    ("y_object_empty", "{}"),
    ("y_object_empty_key", "{\"\":0}"),
    ("y_object_escaped_nul_like_key", "{\"foo\\u0062ar\": 42}"),
    ("y_object_extreme_numbers", "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }"),
    (
      "y_object_long_strings",
      "{\"x\":[{\"id\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}], \"id\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}"
    ),
    ("y_object_string_unicode", "{\"title\":\"\\u041f\\u043e\\u043b\"}"),
    ("y_object_with_newlines", "{\n\"a\": \"b\"\n}"),
    ("y_object_duplicated_value", "{\"a\":1,\"b\":1}"),
    ("y_string_1_2_3_byte_sequences", "[\"\\u0060\\u012a\\u12AB\"]"),
    ("y_string_accepted_surrogate_pair", "[\"\\uD801\\udc37\"]"),
    ("y_string_accepted_surrogate_pairs", "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]"),
    ("y_string_allowed_escapes", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]"),
    ("y_string_backslash_and_u_escaped_zero", "[\"\\\\u0000\"]"),
    ("y_string_backslash_doublequotes", "[\"\\\"\"]"),
    ("y_string_comments", "[\"a/*b*/c/*d//e\"]"),
    ("y_string_double_escape_a", "[\"\\\\a\"]"),
    ("y_string_double_escape_n", "[\"\\\\n\"]"),
    ("y_string_escaped_control_character", "[\"\\u0012\"]"),
    ("y_string_escaped_noncharacter", "[\"\\uFFFF\"]"),
    ("y_string_in_array", "[\"asd\"]"),
    ("y_string_in_array_with_leading_space", "[ \"asd\"]"),
    ("y_string_last_surrogates_1_and_2", "[\"\\uDBFF\\uDFFF\"]"),
    ("y_string_nbsp_uescaped", "[\"new\\u00A0line\"]"),
    ("y_string_noncharacter_U_10FFFF", "[\"\u{10FFFF}\"]"),
    ("y_string_noncharacter_U_FFFF", "[\"\u{FFFF}\"]"),
    ("y_string_one_byte_utf8", "[\"\\u002c\"]"),
    ("y_string_pi", "[\"π\"]"),
    ("y_string_reserved_character_U_1BFFF", "[\"\u{1BFFF}\"]"),
    ("y_string_simple_ascii", "[\"asd \"]"),
    ("y_string_space", "\" \""),
    ("y_string_three_byte_utf8", "[\"\\u0821\"]"),
    ("y_string_two_byte_utf8", "[\"\\u0123\"]"),
    ("y_string_u_2028_line_separator", "[\"\u{2028}\"]"),
    ("y_string_u_2029_paragraph_separator", "[\"\u{2029}\"]"),
    ("y_string_uescaped_newline", "[\"new\\u000Aline\"]"),
    ("y_string_unescaped_del", "[\"\u{7F}\"]"),
    ("y_string_unicode", "[\"\\uA66D\"]"),
    ("y_string_unicode_2", "[\"⍂㈴⍂\"]"),
    ("y_string_unicode_escaped_double_quote", "[\"\\u0022\"]"),
    ("y_string_unicode_U_1FFFE", "[\"\\uD83F\\uDFFE\"]"),
    ("y_string_utf8", "[\"€\u{1D11E}\"]"),
    ("y_string_with_del", "[\"a\u{7F}a\"]"),
    ("y_structure_lonely_false", "false"),
    ("y_structure_lonely_null", "null"),
    ("y_structure_lonely_string", "\"asd\""),
    ("y_structure_lonely_true", "true"),
    ("y_structure_string_empty", "\"\""),
    ("y_structure_trailing_newline", "[\"a\"]\n"),
    ("y_structure_true_in_array", "[true]"),
    ("y_structure_whitespace_array", " \t\r\n[] \t\r\n"),
  ]

  private static let refused: [(name: String, text: String)] = [
    ("n_array_1_true_without_comma", "[1 true]"),
    ("n_array_colon_instead_of_comma", "[\"\": 1]"),
    ("n_array_comma_after_close", "[\"\"],"),
    ("n_array_comma_and_number", "[,1]"),
    ("n_array_double_comma", "[1,,2]"),
    ("n_array_double_extra_comma", "[\"x\",,]"),
    ("n_array_extra_close", "[\"x\"]]"),
    ("n_array_extra_comma", "[\"\",]"),
    ("n_array_incomplete", "[\"x\""),
    ("n_array_incomplete_invalid_value", "[x"),
    ("n_array_inner_array_no_comma", "[3[4]]"),
    ("n_array_items_separated_by_semicolon", "[1:2]"),
    ("n_array_just_comma", "[,]"),
    ("n_array_just_minus", "[-]"),
    ("n_array_missing_value", "[   , \"\"]"),
    ("n_array_newlines_unclosed", "[\"a\",\n4\n,1,"),
    ("n_array_number_and_comma", "[1,]"),
    ("n_array_number_and_several_commas", "[1,,]"),
    ("n_array_spaces_vertical_tab", "[\"\u{B}a\"\\f]"),
    ("n_array_star_inside", "[*]"),
    ("n_array_unclosed", "[\"\""),
    ("n_array_unclosed_trailing_comma", "[1,"),
    ("n_array_unclosed_with_new_lines", "[1,\n1\n,1"),
    ("n_array_unclosed_with_object_inside", "[{}"),
    ("n_incomplete_false", "[fals]"),
    ("n_incomplete_null", "[nul]"),
    ("n_incomplete_true", "[tru]"),
    ("n_multidigit_number_then_nul", "123\u{0}"),
    ("n_number_plus_plus", "[++1234]"),
    ("n_number_plus_1", "[+1]"),
    ("n_number_plus_Inf", "[+Inf]"),
    ("n_number_minus_01", "[-01]"),
    ("n_number_minus_1_0_", "[-1.0.]"),
    ("n_number_minus_2_", "[-2.]"),
    ("n_number_minus_NaN", "[-NaN]"),
    ("n_number_dot_minus_1", "[.-1]"),
    ("n_number_dot_2e_minus_3", "[.2e-3]"),
    ("n_number_0_1_2", "[0.1.2]"),
    ("n_number_0_3e", "[0.3e]"),
    ("n_number_0_3e_plus", "[0.3e+]"),
    ("n_number_0_capital_E", "[0E]"),
    ("n_number_0_capital_E_plus", "[0E+]"),
    ("n_number_0_e1", "[0.e1]"),
    ("n_number_0e", "[0e]"),
    ("n_number_0e_plus", "[0e+]"),
    ("n_number_1_0e", "[1.0e]"),
    ("n_number_1_0e_minus", "[1.0e-]"),
    ("n_number_1_000", "[1 000.0]"),
    ("n_number_1eE2", "[1eE2]"),
    ("n_number_2_e3", "[2.e3]"),
    ("n_number_9_e_plus", "[9.e+]"),
    ("n_number_Inf", "[Inf]"),
    ("n_number_NaN", "[NaN]"),
    ("n_number_fullwidth_digit_one", "[\u{FF11}]"),
    ("n_number_expression", "[1+2]"),
    ("n_number_hex_1_digit", "[0x1]"),
    ("n_number_hex_2_digits", "[0x42]"),
    ("n_number_infinity", "[Infinity]"),
    ("n_number_invalid_plus_minus", "[0e+-1]"),
    ("n_number_invalid_negative_real", "[-123.123foo]"),
    ("n_number_minus_infinity", "[-Infinity]"),
    ("n_number_minus_sign_with_trailing_garbage", "[-foo]"),
    ("n_number_minus_space_1", "[- 1]"),
    ("n_number_neg_int_starting_with_zero", "[-012]"),
    ("n_number_neg_real_without_int_part", "[-.123]"),
    ("n_number_neg_with_garbage_at_end", "[-1x]"),
    ("n_number_real_garbage_after_e", "[1ea]"),
    ("n_number_real_without_fractional_part", "[1.]"),
    ("n_number_starting_with_dot", "[.123]"),
    ("n_number_then_alpha", "[1.2a-3]"),
    ("n_number_with_alpha", "[1.2a3]"),
    ("n_number_with_leading_zero", "[012]"),
    ("n_number_underscore", "[1_000]"),
    ("n_object_bad_value", "[\"x\", truth]"),
    ("n_object_bracket_key", "{[: \"x\"}"),
    ("n_object_comma_instead_of_colon", "{\"x\", null}"),
    ("n_object_double_colon", "{\"x\"::\"b\"}"),
    ("n_object_emoji", "{\u{1F1E8}\u{1F1ED}}"),
    ("n_object_garbage_at_end", "{\"a\":\"a\" 123}"),
    ("n_object_key_with_single_quotes", "{key: 'value'}"),
    ("n_object_missing_colon", "{\"a\" b}"),
    ("n_object_missing_key", "{:\"b\"}"),
    ("n_object_missing_semicolon", "{\"a\" \"b\"}"),
    ("n_object_missing_value", "{\"a\":"),
    ("n_object_no_colon", "{\"a\""),
    ("n_object_non_string_key", "{1:1}"),
    ("n_object_repeated_null_null", "{null:null,null:null}"),
    ("n_object_several_trailing_commas", "{\"id\":0,,,,,}"),
    ("n_object_single_quote", "{'a':0}"),
    ("n_object_trailing_comma", "{\"id\":0,}"),
    ("n_object_trailing_comment", "{\"a\":\"b\"}/**/"),
    ("n_object_trailing_comment_slash_open", "{\"a\":\"b\"}//"),
    ("n_object_trailing_hash", "{\"a\":\"b\"}#"),
    ("n_object_two_commas_in_a_row", "{\"a\":\"b\",,\"c\":\"d\"}"),
    ("n_object_unquoted_key", "{a: \"b\"}"),
    ("n_object_unterminated_value", "{\"a\":\"a"),
    ("n_object_with_single_string", "{ \"foo\" : \"bar\", \"a\" }"),
    ("n_object_with_trailing_garbage", "{\"a\":\"b\"}#"),
    ("n_single_space", " "),
    ("n_string_1_surrogate_then_escape", "[\"\\uD800\\\"]"),
    ("n_string_1_surrogate_then_escape_u", "[\"\\uD800\\u\"]"),
    ("n_string_1_surrogate_then_escape_u1", "[\"\\uD800\\u1\"]"),
    ("n_string_1_surrogate_then_escape_u1x", "[\"\\uD800\\u1x\"]"),
    ("n_string_accentuated_char_no_quotes", "[é]"),
    ("n_string_backslash_nul", "[\"\\\u{0}\"]"),
    ("n_string_escape_x", "[\"\\x00\"]"),
    ("n_string_escaped_backslash_bad", "[\"\\\\\\\"]"),
    ("n_string_escaped_ctrl_char_tab", "[\"\\\t\"]"),
    ("n_string_escaped_emoji", "[\"\\\u{1F300}\"]"),
    ("n_string_incomplete_escape", "[\"\\\"]"),
    ("n_string_incomplete_escaped_character", "[\"\\u00A\"]"),
    ("n_string_incomplete_surrogate", "[\"\\uD834\\uDd\"]"),
    ("n_string_incomplete_surrogate_escape_invalid", "[\"\\uD800\\uD800\\x\"]"),
    ("n_string_invalid_backslash_esc", "[\"\\a\"]"),
    ("n_string_invalid_unicode_escape", "[\"\\uqqqq\"]"),
    ("n_string_leading_uescaped_thinspace", "[\\u0020\"asd\"]"),
    ("n_string_no_quotes_with_bad_escape", "[\\n]"),
    ("n_string_single_doublequote", "\""),
    ("n_string_single_quote", "['single quote']"),
    ("n_string_single_string_no_double_quotes", "abc"),
    ("n_string_start_escape_unclosed", "[\"\\"),
    ("n_string_unescaped_ctrl_char", "[\"a\u{0}a\"]"),
    ("n_string_unescaped_newline", "[\"new\nline\"]"),
    ("n_string_unescaped_tab", "[\"\t\"]"),
    ("n_string_unicode_capital_u", "\"\\UA66D\""),
    ("n_string_with_trailing_garbage", "\"\"x"),
    ("n_structure_angle_bracket_dot", "<.>"),
    ("n_structure_angle_bracket_null", "[<null>]"),
    ("n_structure_array_trailing_garbage", "[1]x"),
    ("n_structure_array_with_extra_array_close", "[1]]"),
    ("n_structure_array_with_unclosed_string", "[\"asd]"),
    ("n_structure_ascii_unicode_identifier", "aå"),
    ("n_structure_capitalized_true", "[True]"),
    ("n_structure_close_unopened_array", "1]"),
    ("n_structure_comma_instead_of_closing_brace", "{\"x\": true,"),
    ("n_structure_double_array", "[][]"),
    ("n_structure_end_array", "]"),
    ("n_structure_lone_open_bracket", "["),
    ("n_structure_no_data", ""),
    ("n_structure_null_byte_outside_string", "[\u{0}]"),
    ("n_structure_number_with_trailing_garbage", "2@"),
    ("n_structure_object_followed_by_closing_object", "{}}"),
    ("n_structure_object_unclosed_no_value", "{\"\":"),
    ("n_structure_object_with_comment", "{\"a\":/*comment*/\"b\"}"),
    ("n_structure_object_with_trailing_garbage", "{\"a\": true} \"x\""),
    ("n_structure_open_array_apostrophe", "['"),
    ("n_structure_open_array_comma", "[,"),
    ("n_structure_open_array_open_object", "[{"),
    ("n_structure_open_array_open_string", "[\"a"),
    ("n_structure_open_array_string", "[\"a\""),
    ("n_structure_open_object", "{"),
    ("n_structure_open_object_close_array", "{]"),
    ("n_structure_open_object_comma", "{,"),
    ("n_structure_open_object_open_array", "{["),
    ("n_structure_open_object_open_string", "{\"a"),
    ("n_structure_open_object_string_with_apostrophes", "{'a'"),
    ("n_structure_open_open", "[\"\\{[\"\\{[\"\\{[\"\\{"),
    ("n_structure_single_star", "*"),
    ("n_structure_trailing_hash", "{\"a\":\"b\"}#{}"),
    ("n_structure_uescaped_LF_before_string", "[\\u000A\"\"]"),
    ("n_structure_unclosed_array", "[1"),
    ("n_structure_unclosed_array_partial_null", "[ false, nul"),
    ("n_structure_unclosed_array_unfinished_false", "[ true, fals"),
    ("n_structure_unclosed_array_unfinished_true", "[ false, tru"),
    ("n_structure_unclosed_object", "{\"asd\":\"asd\""),
    ("n_structure_unicode_identifier", "å"),
    ("n_structure_U_2060_word_joined", "[\u{2060}]"),
    ("n_structure_whitespace_formfeed", "[\u{C}]"),
    ("n_structure_no_break_space", "[ ]"),
  ]

  /// Texts that a parser may accept or reject, with the id of our finding; nil if the text is accepted.
  private static let implementationDefined: [(name: String, text: String, id: String?)] = [
    ("i_number_double_huge_neg_exp", "[123.456e-789]", nil),
    ("i_number_huge_exp", "[0.4e00669999999999999999999999999999999999999]", nil),
    ("i_number_very_big_negative_int", "[-237462374673276894279832749832423479823246327846]", nil),
    ("i_object_key_lone_2nd_surrogate", "{\"\\uDFAA\":0}", "json-bad-escape"),
    ("i_string_1st_surrogate_but_2nd_missing", "[\"\\uDADA\"]", "json-bad-escape"),
    ("i_string_1st_valid_surrogate_2nd_invalid", "[\"\\uD888\\u1234\"]", "json-bad-escape"),
    ("i_string_incomplete_surrogates_escape_valid", "[\"\\uD800\\uD800\\n\"]", "json-bad-escape"),
    ("i_string_inverted_surrogates_U_1D11E", "[\"\\uDd1e\\uD834\"]", "json-bad-escape"),
    ("i_string_lone_second_surrogate", "[\"\\uDFAA\"]", "json-bad-escape"),
    ("i_string_escaped_nul", "[\"\\u0000\"]", "nul-character"),
    ("i_object_duplicated_key", "{\"a\":\"b\",\"a\":\"c\"}", "duplicate-key"),
    (
      "i_structure_500_nested_arrays",
      String(repeating: "[", count: 500) + String(repeating: "]", count: 500), "nesting-too-deep"
    ),
    ("i_structure_UTF_8_BOM_empty_object", "\u{FEFF}{}", "byte-order-mark"),
  ]

  @Test(arguments: accepted) func `RFC 8259: every text that must be accepted is read`(
    name: String, text: String
  ) {
    let parsed = parseJSON(text)
    #expect(places(parsed.diagnostics) == [], "\(name)")
    #expect(parsed.document.isSound, "\(name)")
    #expect(!parsed.document.nodes.isEmpty, "\(name)")
  }

  @Test(arguments: refused)
  func `RFC 8259: every text that must be rejected is an error and does no damage`(
    name: String, text: String
  ) {
    let parsed = parseJSON(text)
    #expect(parsed.diagnostics.contains { $0.severity == .error }, "\(name)")
    #expect(parsed.document.isSound, "\(name)")
  }

  @Test(arguments: implementationDefined)
  func `RFC 8259: every text that may be accepted or rejected has a defined result`(
    name: String, text: String, id: String?
  ) {
    let parsed = parseJSON(text)
    #expect(Set(parsed.diagnostics.map(\.id)) == Set([id].compactMap { $0 }), "\(name)")
    #expect(parsed.document.isSound, "\(name)")
  }

  /// Strings with bytes that are not UTF-8. Nothing of such a file is read.
  @Test(
    arguments: [
      ("n_string_invalid_utf8_after_escape", [0x5C, 0x75, 0xE5]), ("i_string_invalid_utf8", [0xFF]),
      ("i_string_iso_latin_1", [0xE9]), ("i_string_lone_utf8_continuation_byte", [0x81]),
      ("i_string_not_in_unicode_range", [0xF4, 0xBF, 0xBF, 0xBF]),
      ("i_string_overlong_sequence_2_bytes", [0xC0, 0xAF]),
      ("i_string_overlong_sequence_6_bytes", [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF]),
      ("i_string_truncated_utf8", [0xE0, 0xFF]), ("i_string_utf8_surrogate", [0xED, 0xA0, 0x80]),
      ("n_string_overlong_nul", [0xC0, 0x80]),
    ] as [(String, [UInt8])])
  func `RFC 8259: a text that is not UTF-8 is refused`(name: String, bytes: [UInt8]) {
    let parsed = parseJSON(Array("[\"".utf8) + bytes + Array("\"]".utf8))
    #expect(parsed.diagnostics.map(\.id) == ["not-utf8"], "\(name)")
    #expect(parsed.document.nodes.isEmpty, "\(name)")
  }

  @Test(
    arguments: [
      ("i_string_UTF_16LE_with_BOM", [0xFF, 0xFE, 0x5B, 0, 0x5D, 0]),
      ("i_string_utf16BE_no_BOM", [0, 0x5B, 0, 0x22, 0, 0xE9, 0, 0x22, 0, 0x5D]),
      ("i_string_utf16LE_no_BOM", [0x5B, 0, 0x22, 0, 0xE9, 0, 0x22, 0, 0x5D, 0]),
      ("n_structure_incomplete_UTF8_BOM", [0xEF, 0xBB, 0x7B, 0x7D]),
    ] as [(String, [UInt8])])
  func `RFC 8259: a file in another encoding is refused`(name: String, bytes: [UInt8]) {
    let parsed = parseJSON(bytes)
    #expect(parsed.diagnostics.contains { $0.severity == .error }, "\(name)")
    #expect(parsed.document.isSound, "\(name)")
  }

  @Test func `RFC 8259: one hundred thousand brackets use no stack`() {
    for text in ["[", "{\"a\":", "[{\"\":"] {
      let parsed = parseJSON(String(repeating: text, count: 100_000))
      #expect(parsed.diagnostics.contains { $0.severity == .error })
      #expect(parsed.document.isSound)
    }
  }
}
