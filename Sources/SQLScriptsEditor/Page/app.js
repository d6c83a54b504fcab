import { Banners } from "./banners.js";
import { Cards } from "./cards.js";
import { Connection } from "./connection.js";
import { offerAfterTyping } from "./dependents.js";
import { Draft } from "./draft.js";
import { Edits } from "./edits.js";
import { Effects } from "./effects.js";
import { Header } from "./header.js";
import { helpDialog } from "./help.js";
import { focusOn } from "./keeping.js";
import { listenToKeys } from "./keys.js";
import { newScriptDialog } from "./newscript.js";
import { Panes } from "./panes.js";
import { releaseDialog } from "./release.js";
import { saveDialog } from "./save.js";
import { ScriptPane } from "./scriptpane.js";
import { drawStart } from "./start.js";
import { foldName, versionOf } from "./schema.js";
import { Store, itemOf, nextNumber } from "./store.js";
import { Toasts } from "./toasts.js";
import { VersionLine } from "./versionline.js";

// Ties the parts of the page together.
export class App {
  constructor() {
    const part = (id) => document.getElementById(id);
    this.store = new Store();
    this.edits = new Edits(this.store);
    this.toasts = new Toasts(part("live"), part("alert"), part("toasts"));
    this.banners = new Banners(this, part("banners"));
    this.header = new Header(this, part("header"));
    this.line = new VersionLine(this, part("timeline"));
    this.panes = new Panes(part("panes"));
    this.script = new ScriptPane(this, part("script"));
    this.cards = new Cards(this, part("steps"));
    this.effects = new Effects(this, part("effects"));
    this.connection = new Connection(this);
    this.draft = null;
    this.lastTable = null;
    this.edits.beforeStructure = () => this.flush();
    this.edits.onProblem = (error) => this.problem(error);
    this.edits.onSuccess = () => this.banners.remove("problem");
    this.edits.onBusy = (busy) => this.header.setBusy(busy);
    this.edits.onReloaded = () => this.say("Another tab changed the scripts. This page shows them as they are now.", { shown: true });
  }

  begin(document) {
    this.store.subscribe((change) => this.redraw(change));
    this.store.load(document);
    this.line.reveal();
    listenToKeys(this);
    this.connection.run();
  }

  redraw(change = null) {
    if (this.draft && change && change.kind !== "selection" && !this.draft.follow()) this.dropDraft();
    // Its text has become that of the released script again.
    if (this.draft && !this.draft.isUnsent && versionOf(this.store.document, this.draft.script)?.released) this.dropDraft();
    const empty = this.store.document.versions.length === 0;
    document.body.classList.toggle("is-empty", empty);
    this.header.draw();
    this.line.draw();
    this.panes.draw(empty);
    this.script.draw();
    this.cards.draw();
    this.effects.draw();
    this.toasts.draw(this.store.revision, this.edits.own.has(this.store.revision));
    this.connection.draw();
    drawStart(this, document.getElementById("start"));
  }

  changed() {
    this.header.draw();
    this.connection.draw();
  }

  // The input method has finished, so what was put off can be drawn.
  composed() {
    this.redraw();
  }

  unsavedIDs() {
    const ids = new Set(this.store.editor.unsaved);
    if (this.draft?.isUnsent) ids.add(this.draft.script);
    for (const field of this.liveTexts()) for (const script of field.unsentScripts) ids.add(script);
    return ids;
  }

  unsavedScripts() {
    return this.unsavedIDs().size;
  }

  // Text that could not be sent stays with its script and is there again when one comes back.
  async select(id) {
    if (this.draft && this.draft.script !== id) await this.closeDraft(false);
    this.store.select(id);
  }

  // Shows a step, of whichever script.
  async goTo(id, item) {
    await this.select(id);
    this.line.reveal();
    this.show("steps");
    this.cards.focus(item);
  }

  // The table of the last form, or the one that was chosen in the diagram since. Null: none of this script.
  tableInUse(tables) {
    const { script, name } = this.lastTable ?? {};
    return script === this.store.selected ? tables.find((table) => foldName(table.name) === foldName(name))?.name ?? null : null;
  }

  noteTable(name) {
    this.lastTable = { script: this.store.selected, name };
  }

  show(pane) {
    this.panes.show(pane);
  }

  // `item`: the number of a step; otherwise there will be a new one at the end.
  async openDraft({ item = null } = {}) {
    if (this.draft && !await this.closeDraft(false)) {
      this.store.select(this.draft.script);
      this.draft.field.input.focus();
      this.say("This SQL has not been sent yet. Finish it first.", { shown: true });
      return;
    }
    const version = this.store.version;
    const text = item === null ? "" : itemOf(version, item).sql;
    this.draft = new Draft(this, { script: version.id, item, before: item === null ? nextNumber(version) : null, text });
    this.cards.draw();
    this.draft.field.input.focus();
    this.draft.field.color();
  }

  // What has been typed is sent first, so closing loses nothing. False: it could not be sent, and the field stays open.
  async closeDraft(focus) {
    const { draft } = this;
    if (!draft) return true;
    await draft.flush();
    if (this.draft !== draft) return true;
    if (draft.isUnsent) {
      if (focus) draft.field.input.focus();
      return false;
    }
    this.dropDraft();
    this.cards.draw();
    if (!focus) return true;
    const steps = document.getElementById("steps");
    if (draft.item === null || !focusOn(steps, `${draft.item} edit`)) focusOn(steps, "add sql");
    offerAfterTyping(this, draft);
    return true;
  }

  dropDraft() {
    this.draft = null;
  }

  liveTexts() {
    return [this.script.description.live, this.cards.fileText.live];
  }

  async flush() {
    await Promise.all([this.draft?.flush(), ...this.liveTexts().map((field) => field.flush())]);
  }

  newScript() {
    newScriptDialog(this);
  }

  save() {
    saveDialog(this);
  }

  release() {
    releaseDialog(this);
  }

  help() {
    helpDialog();
  }

  findVersion() {
    (this.line.search.hidden ? this.line.list : this.line.search).focus();
  }

  // `undo`: the revision that a button undoes, and nothing else. `times`: how many changes led to it.
  say(words, { undo: revision = null, times = 1, ...options } = {}) {
    const undo = revision === null ? null : () => this.header.act("undo", { revision, times });
    this.toasts.say(words, { ...options, undo, revision: revision ?? this.store.revision });
  }

  warn(words) {
    this.toasts.warn(words);
  }

  problem(error) {
    if (error.code === "no-server") this.connection.lost();
    else this.banners.show("problem", { state: "error", text: error.message });
  }

  beforeUnload(event) {
    if (this.unsavedScripts() === 0) return;
    event.preventDefault();
    event.returnValue = "";
  }
}
