// What the server is asked about a form: its change with the answers to the questions, for the scripts of the last preview.
export class FormCall {
  // `items`: the step that changes; null for a new one.
  constructor(app, items, questions) {
    this.edits = app.edits;
    this.items = items;
    this.questions = questions;
    this.script = app.store.selected;
    // The number of the update that it creates; null for none.
    this.newUpdate = null;
    this.revision = app.store.revision;
    this.asked = null;
  }

  // Questions depend on the change and on earlier answers. After the form has changed they are asked anew, so that none is left over.
  async send(change, apply) {
    const key = JSON.stringify(change);
    if (this.asked !== key) this.questions.keep(this.questions.size > 0 ? (await this.edits.preview(this.script, change, [], this)).questions : []);
    this.asked = key;
    const answers = this.questions.answers();
    const result = await (apply ? this.edits.apply(this.script, change, answers, this) : this.edits.preview(this.script, change, answers, this));
    const isAnswered = result.questions ? this.questions.add(result.questions) : false;
    return isAnswered ? this.send(change, apply) : result;
  }

  shown(result) {
    this.revision = result.revision ?? this.revision;
  }

  // The scripts have changed, so the questions may have, too. `newUpdate`: the update that it creates from now on.
  startAnew(newUpdate = this.newUpdate) {
    this.newUpdate = newUpdate;
    this.asked = null;
  }
}
