import { forgetSchemas, versionOf } from "./schema.js";
import { sayStep } from "./stepwords.js";

// Where a tab keeps the script that it shows, for when it is loaded again.
const shownBefore = "version";

// The document as the server last described it, and the script that is shown. Views subscribe; patches replace only what changed.
export class Store {
  constructor() {
    this.document = null;
    this.selected = null;
    // Map(script → the version of the document that is on the disk), as far as this page has seen it.
    this.saved = new Map();
    // The changed releases that the user wants to edit, and not to restore.
    this.editedAnyway = new Set();
    this.listeners = new Set();
  }

  get revision() {
    return this.document?.editor.revision ?? 0;
  }

  // Goes up with everything that the server shows, also without a change of the scripts.
  get state() {
    return this.document?.editor.state ?? 0;
  }

  get editor() {
    return this.document.editor;
  }

  get version() {
    return this.selected === null ? null : versionOf(this.document, this.selected);
  }

  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(change) {
    for (const listener of [...this.listeners]) listener(change);
  }

  load(document) {
    if (this.document) forgetSchemas(this.document);
    else this.opened = new Set(document.versions.map((version) => version.id));
    this.document = document;
    sayStep(document.versions);
    this.noteSaved();
    this.keepSelection();
    this.tell({ kind: "document", versions: new Set(document.versions.map((version) => version.id)) });
  }

  noteSaved() {
    const unsaved = new Set(this.editor.unsaved);
    for (const version of this.document.versions) if (!unsaved.has(version.id)) this.saved.set(version.id, version);
  }

  // Without the selected script, the one before it is the closest. A page that opens shows the script from before it was loaded
  // again, or the first one that fails.
  keepSelection() {
    const { versions } = this.document;
    const has = (id) => versions.some((version) => version.id === id);
    if (has(this.selected)) return;
    const earlier = this.selected === null ? Number(sessionStorage.getItem(shownBefore) ?? NaN) : versions.findLast((version) => version.id < this.selected)?.id;
    const failing = this.selected === null ? versions.find((version) => version.findings.some((finding) => finding.severity === "error" && !finding.past)) : null;
    this.note(has(earlier) ? earlier : (failing ?? this.lastVersion)?.id ?? null);
  }

  note(id) {
    this.selected = id;
    if (id !== null) sessionStorage.setItem(shownBefore, String(id));
  }

  select(id) {
    if (id === this.selected || !versionOf(this.document, id)) return;
    this.note(id);
    this.tell({ kind: "selection", versions: new Set() });
  }

  // False: the page missed a patch and has to read the document again.
  apply(patch) {
    if (patch.state <= this.state) return true;
    if (patch.from !== this.state) return false;
    const { document } = this;
    sayStep(patch.versions);
    const byID = new Map([...document.versions, ...patch.versions].map((version) => [version.id, version]));
    document.versions = patch.order.map((id) => byID.get(id));
    document.tables.splice(patch.tables.from, Infinity, ...patch.tables.add);
    document.summary = patch.summary;
    document.findings = patch.findings;
    document.editor = patch.editor;
    this.noteSaved();
    forgetSchemas(document);
    this.keepSelection();
    this.tell({ kind: "patch", versions: new Set(patch.versions.map((version) => version.id)), patch });
    return true;
  }

  // The version after the last one, as the next update would be called.
  get lastVersion() {
    const { versions } = this.document;
    return versions[versions.length - 1] ?? null;
  }

  // Users may have a script that was there before, even if nobody has recorded its release.
  mayHaveUsers(version) {
    return !version.released && this.opened.has(version.id) && (version.kind === "default" || version !== this.lastVersion);
  }

  canEdit(version) {
    return Boolean(version) && !version.released && this.reasonBlocked(version) === null;
  }

  // Whether somebody has changed a released script whose text is known, so that restoring it comes before any edit.
  awaitsRestoring(version) {
    const restorable = version.findings.some(({ id, suggestions }) => id === "released-script-changed" && suggestions?.length > 0);
    return restorable && !this.editedAnyway.has(version.id) && !this.editor.unsaved.includes(version.id);
  }

  editAnyway(version) {
    this.editedAnyway.add(version.id);
    this.tell({ kind: "selection", versions: new Set() });
  }

  // What the counts and marks tell of a script. While an edit that leaves it without steps is not saved, its author knows that.
  toldFindings(version) {
    const isKnown = version.items.length === 0 && this.editor.unsaved.includes(version.id) && this.canEdit(version);
    return isKnown ? version.findings.filter((finding) => finding.id !== "empty-script") : version.findings;
  }

  // Why its file cannot be edited here, for example because it is a link. Null: it can be.
  reasonBlocked(version) {
    return this.editor.blocked.find((each) => each.script === version.id)?.reason ?? null;
  }
}

// Whether users have the script as it was before somebody changed it.
export function wasChanged(version) {
  return version.findings.some((finding) => finding.id === "released-script-changed");
}

export function versionName(version) {
  if (version.kind === "default") return "Default script";
  return `Update ${version.id}`;
}

export function nameInSentence(version) {
  return version.kind === "default" ? "the default script" : `update ${version.id}`;
}

// Items are found by number, because a file may have items that cannot be read and are not in the list.
export function itemOf(version, number) {
  return version.items.find((item) => item.number === number) ?? null;
}

// The number that an item after the last one gets.
export function nextNumber(version) {
  return (version.items[version.items.length - 1]?.number ?? 0) + 1;
}

// “step 3” or “steps 3–5”, of neighbors.
export function stepName(numbers) {
  return numbers.length > 1 ? `steps ${numbers[0]}–${numbers.at(-1)}` : `step ${numbers[0]}`;
}
