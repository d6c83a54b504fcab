import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What an index or a trigger does after it got another definition: “, which now …”.
enum RedefinitionWords {
  /// The SQL follows if the words are those of before.
  static func index(
    _ old: SchemaIndex, of oldTable: SchemaTable, to new: SchemaIndex, of table: SchemaTable
  ) -> Words {
    let words = IndexWords(index: new, table: table).words
    let isSame = IndexWords(index: old, table: oldTable).words.plain == words.plain
    let code: Words = isSame ? "\(aside: "Index \(name: new.name)", new.sql ?? "")" : ""
    return ", which now \(words)" + code
  }

  static func trigger(
    _ old: String, in oldSchema: SchemaSnapshot, to new: String, in schema: SchemaSnapshot
  ) -> Words {
    guard let trigger = TriggerText(new) else { return "\(aside: "Trigger", new)" }
    let words = TriggerWords(trigger: trigger, schema: schema).words
    let before = TriggerText(old).map { TriggerWords(trigger: $0, schema: oldSchema).words }
    let code: Words =
      before?.plain == words.plain ? "\(aside: "Trigger \(name: trigger.name)", new)" : ""
    return ", which now \(words)" + code
  }
}
