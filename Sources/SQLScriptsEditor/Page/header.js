import { wordsOfChanges } from "./changewords.js";
import { count, el, nameOf } from "./dom.js";
import { countBadges, countWords, openFindings, releasedCount } from "./findings.js";
import { signatureOf } from "./findingview.js";
import { badge, button } from "./icons.js";
import { redraw } from "./keeping.js";

// Title, counts, undo, redo and save.
export class Header {
  constructor(app, root) {
    this.app = app;
    this.title = el("div", { class: "top-title" });
    this.counts = el("div", { class: "top-counts badge-row" });
    this.undo = button("Undo", { icon: "undo", kind: "quiet", data: { focus: "undo" }, on: () => this.act("undo") });
    this.redo = button("Redo", { icon: "redo", kind: "quiet", data: { focus: "redo" }, on: () => this.act("redo") });
    this.help = button("Help", { icon: "info", kind: "quiet", data: { focus: "help" }, on: () => app.help() });
    this.save = button("Save", { icon: "save", kind: "primary", data: { focus: "save" }, on: () => app.save() });
    this.state = el("span", { class: "save-state small soft" });
    root.append(this.title, this.counts, el("div", { class: "top-actions button-row" }, this.state, this.undo, this.redo, this.help, this.save));
  }

  // `revision`: undo only the change that led to it, or the last ones that did. `keeping`: a description to write again, because
  // one of them has changed it.
  async act(kind, { revision = null, times = 1, keeping = null } = {}) {
    const { store, edits } = this.app;
    if (!(kind === "undo" ? store.editor.canUndo : store.editor.canRedo)) return;
    try {
      let before, shown, number;
      // What is still on its way is undone, too, so this is how it is after that.
      const start = () => {
        before = store.document.versions;
        shown = store.selected;
        // What was undone as one is redone as one, and the other way around.
        const isBack = this.last?.revision === store.revision && this.last.kind !== kind && revision === null;
        number = isBack ? this.last.times : times;
      };
      let last = await edits.go(kind, { revision, start });
      const patches = [last];
      for (let left = number - 1; left > 0; left -= 1) patches.push(last = await edits.go(kind, { revision: last.revision }));
      if (keeping) last = await edits.edit({ kind: "keepDescription", ...keeping }) ?? last;
      this.last = { kind, revision: last.revision, times: number };
      const after = store.document.versions;
      const renamed = patches.flatMap((patch) => patch.renamed ?? []);
      const { moves } = edits;
      const words = kind === "undo" ? wordsOfChanges(after, before, { shown, moves, renamed: renamed.map(({ from, to }) => ({ from: to, to: from })) })
        : wordsOfChanges(before, after, { shown, moves, renamed });
      this.app.say(`${kind === "undo" ? "Undone" : "Redone"}${words ? `: ${words}` : ""}.`, { shown: true });
    } catch (error) {
      if (revision !== null && error.code === "stale-revision") {
        error.message = "Something else was changed after that, so it was not undone. The button Undo at the top undoes one change after the other, the last one first.";
      }
      this.app.problem(error);
    }
  }

  setBusy(busy) {
    this.waiting = busy;
    this.watch();
  }

  // Only a wait that people notice is shown. Otherwise every letter would make the badge flicker.
  watch() {
    const busy = this.waiting === true || this.app.store.document?.editor.checking === true;
    if (busy === this.watched) return;
    this.watched = busy;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.busy === busy) return;
      this.busy = busy;
      this.draw();
    }, busy ? 700 : 0);
  }

  draw() {
    const { store } = this.app;
    const { document, editor } = store;
    const released = document.summary?.released ?? 0;
    redraw(this.title, [document.title], () => [el("span", { class: "brand" }, "SQLScripts"), el("h1", null, nameOf(document.title, { limit: 80 }))]);
    const told = document.versions.map((version) => ({ findings: store.toldFindings(version) }));
    const findings = openFindings({ ...document, versions: told });
    const isClean = document.versions.length > 0 && released + openFindings(document).length === 0;
    const problems = told.map((version) => version.findings.map((finding) => [finding.severity, finding.message, finding.past]));
    this.watch();
    const checking = this.busy === true;
    redraw(this.counts, [problems, signatureOf(document.findings), released, isClean, document.versions.length, checking], () => [
      checking ? badge("checking", "Checking …") : null,
      isClean && !checking ? badge("ok", `${count(document.versions.length, "script")} without problems`) : null,
      ...countBadges(findings, { scripts: told.map((version) => version.findings.filter((finding) => !finding.past)) }).map((node) => el("button", {
        type: "button", class: "badge-button", title: "Show the next one", data: { focus: `next ${node.dataset.state}` }, on: { click: () => this.next(node.dataset.state) },
      }, node)),
      releasedCount(document, findings),
    ]);
    enable(this.undo, editor.canUndo);
    enable(this.redo, editor.canRedo);
    const unsaved = this.app.unsavedScripts();
    enable(this.save, unsaved > 0);
    this.state.textContent = unsaved > 0 ? `${count(unsaved, "script")} not saved` : document.versions.length === 0 ? "" : this.app.connection.folder ? "The folder cannot be used" : this.app.connection.files.length > 0 ? "The files were changed" : "Everything is saved";
    window.document.title = `${unsaved > 0 ? "• " : ""}${document.title.slice(0, 80)} – SQLScripts`;
    if (!editor.checking) this.announce(countWords(findings));
  }

  // Shows the finding of this severity after the one that was shown last.
  async next(severity) {
    const { store } = this.app;
    const { document } = store;
    const places = [null, ...document.versions].flatMap((version) => (version ? store.toldFindings(version) : document.findings)
      .filter((finding) => finding.severity === severity && !finding.past).map((finding) => ({ version, finding })));
    if (places.length === 0) return;
    // Each patch brings new objects, and text that was typed before a finding moves it.
    const exact = places.findIndex((place) => isAt(place, this.shown, "offset"));
    const last = exact < 0 ? places.findLastIndex((place) => isAt(place, this.shown, "item")) : exact;
    const { version, finding } = places[(last + 1) % places.length];
    this.shown = { version, finding };
    if (version) await this.app.select(version.id);
    this.app.line.reveal();
    this.app.script.jump(finding, version === null);
  }

  // “1 warning and 2 notes”, once it has changed.
  announce(words) {
    if (this.announced !== undefined && this.announced !== words) this.app.say(words ? `${words}.` : "No problems.", { later: true });
    this.announced = words;
  }
}

function isAt({ version, finding }, shown, key) {
  return version?.id === shown?.version?.id && finding.id === shown?.finding.id && finding[key] === shown.finding[key];
}

// Buttons that can do nothing stay reachable, so that the keyboard does not lose its place.
function enable(node, can) {
  if (can) node.removeAttribute("aria-disabled");
  else node.setAttribute("aria-disabled", "true");
}
