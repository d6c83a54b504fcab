import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What a script does, in words. It says what the rehearsal observed, however the SQL is written.
package struct ScriptDescription: Sendable {
  package let script: Script

  /// The sentences, in the order of the statements.
  package private(set) var sentences: [Sentence] = []

  /// The sample rows of the tables that it changed.
  package let samples: [SampleTable]

  /// The changes of the schema, by table.
  package let changes: [TableChange]

  package init(_ rehearsed: RehearsedScript) {
    script = rehearsed.script
    let samples = SampleTables(rehearsed)
    self.samples = SampleTables(rehearsed, showingFirst: true).all
    changes = TableChange.all(of: rehearsed, samples.all)
    sentences = Narration(rehearsed, samples).sentences
  }
}
