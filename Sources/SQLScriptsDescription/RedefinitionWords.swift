import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What an index or a trigger does after it got another definition: “, which now …”. If the words are those of before,
/// it is “, which still …”, and the SQL follows.
enum RedefinitionWords {
  static func index(
    _ old: SchemaIndex, of oldTable: SchemaTable, to new: SchemaIndex, of table: SchemaTable
  ) -> Words {
    let words = IndexWords(index: new, table: table).words
    let isSame = IndexWords(index: old, table: oldTable).words.plain == words.plain
    return isSame
      ? ", which still \(words)\(aside: "Index \(name: new.name)", new.sql ?? "")"
      : ", which now \(words)"
  }

  static func trigger(
    _ old: String, in oldSchema: SchemaSnapshot, to new: String, in schema: SchemaSnapshot
  ) -> Words {
    guard let trigger = TriggerText(new) else { return "\(aside: "Trigger", new)" }
    let words = TriggerWords(trigger: trigger, schema: schema).words
    let before = TriggerText(old).map { TriggerWords(trigger: $0, schema: oldSchema).words }
    return before?.plain == words.plain
      ? ", which still \(words)\(aside: "Trigger \(name: trigger.name)", new)"
      : ", which now \(words)"
  }
}
