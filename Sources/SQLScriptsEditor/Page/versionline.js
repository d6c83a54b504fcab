import { el, nameOf, plainVisible } from "./dom.js";
import { countBadges } from "./findings.js";
import { badge, button, icon } from "./icons.js";
import { redraw } from "./keeping.js";
import { releaseLabel } from "./release.js";
import { firstSentence, labelOf } from "./statements.js";
import { versionName, wasChanged } from "./store.js";

const width = 148;
const beyond = 4;

// The versions from left to right. Only those in sight are in the document, so that 300 cost no more than ten.
export class VersionLine {
  constructor(app, root) {
    this.app = app;
    this.query = "";
    this.typed = "";
    this.typedAt = 0;
    this.search = el("input", { type: "search", placeholder: "Find a version", "aria-label": "Find a version", class: "version-search", data: { focus: "version-search" }, on: { input: () => this.filter(), keydown: (event) => this.searchKey(event) } });
    this.track = el("div", { class: "version-track", role: "presentation" });
    this.list = el("div", {
      class: "version-list", role: "listbox", tabindex: "0", "aria-label": "Versions", "aria-orientation": "horizontal", data: { focus: "versions" },
      on: { scroll: () => this.drawVisible(), keydown: (event) => this.key(event), wheel: (event) => this.wheel(event) },
    }, this.track);
    this.create = button("New update", { icon: "plus", class: "new-version", data: { focus: "new-version" }, on: () => app.newScript() });
    this.release = button("Release", { icon: "lock", class: "release", data: { focus: "release" }, on: () => app.release() });
    this.none = el("p", { class: "soft small version-none", role: "status" });
    root.append(this.search, this.list, this.none, this.create, this.release);
    new ResizeObserver(() => this.app.store.document && this.reveal()).observe(this.list);
  }

  get shown() {
    const { versions } = this.app.store.document;
    if (!this.query) return versions;
    // Whoever types a number means that version, and not one whose words happen to have the number in them.
    const number = /^(?:update *)?(\d+)$/.exec(this.query)?.[1];
    const exact = versions.find((version) => String(version.id) === number && version.kind !== "default");
    if (exact) return [exact];
    return versions.filter((version) => searchText(version).includes(this.query));
  }

  filter() {
    this.query = this.search.value.trim().toLowerCase();
    this.list.scrollLeft = 0;
    this.draw();
    this.none.textContent = this.shown.length === 0 ? "No version matches." : "";
  }

  showAll() {
    this.search.value = "";
    this.filter();
    this.reveal();
  }

  searchKey(event) {
    if (event.isComposing) return;
    if (event.key === "Escape" && this.search.value) {
      this.showAll();
    } else if ((event.key === "Enter" || event.key === "ArrowDown") && this.shown.length > 0) {
      event.preventDefault();
      const found = this.shown.find((version) => version.id === this.app.store.selected) ?? this.shown[0];
      this.list.focus();
      if (event.key === "Enter") this.choose(found);
      else this.go(found);
    }
  }

  wheel(event) {
    if (Math.abs(event.deltaY) <= Math.abs(event.deltaX) || this.list.scrollWidth <= this.list.clientWidth) return;
    this.list.scrollLeft += event.deltaY;
  }

  draw() {
    const { document } = this.app.store;
    this.search.hidden = document.versions.length < 9;
    this.create.hidden = document.versions.length === 0;
    const label = releaseLabel(this.app);
    this.release.hidden = label === null;
    this.release.lastElementChild.textContent = label?.text ?? "";
    // It can still be pressed, and says then what is in the way.
    this.release.classList.toggle("waits", Boolean(label?.waits));
    this.release.title = label?.waits ?? "";
    // It keeps its height, so that the page below does not jump while somebody types.
    this.list.classList.toggle("is-none", this.shown.length === 0);
    this.track.style.width = `${this.shown.length * width}px`;
    const { selected } = this.app.store;
    // Undo and other edits may lead to another version, also to one that a search has not found. A search shows the ones that
    // were found from their beginning.
    const leads = selected !== this.last;
    this.last = selected;
    if (leads && this.query && !this.shown.some((version) => version.id === selected)) this.showAll();
    else if (leads && !this.query) this.reveal();
    else this.drawVisible();
  }

  drawVisible() {
    if (!this.app.store.document) return;
    const { shown } = this;
    const first = Math.max(0, Math.floor(this.list.scrollLeft / width) - beyond);
    const last = Math.min(shown.length, Math.ceil((this.list.scrollLeft + this.list.clientWidth) / width) + beyond);
    const { store } = this.app;
    const { selected, editor } = store;
    const visible = shown.slice(first, last);
    redraw(this.track, [first, shown.length, selected, visible.map((version) => [version.id, secondLine(version), version.released, version.problem !== null, store.toldFindings(version).map((finding) => finding.severity), editor.unsaved.includes(version.id)])], () =>
      visible.map((version, index) => this.option(version, first + index, shown.length)));
    const active = `version-${selected}`;
    if (visible.some((version) => version.id === selected)) this.list.setAttribute("aria-activedescendant", active);
    else this.list.removeAttribute("aria-activedescendant");
  }

  option(version, index, size) {
    const unsaved = this.app.store.editor.unsaved.includes(version.id);
    const node = el("div", {
      id: `version-${version.id}`, role: "option", class: ["version", index === size - 1 ? "last" : null], "aria-selected": String(version.id === this.app.store.selected), "aria-setsize": String(size), "aria-posinset": String(index + 1),
      title: secondLine(version) ? plainVisible(secondLine(version), 200) : null, style: { left: `${index * width}px` }, data: { released: String(version.released) },
      on: { click: () => this.choose(version) },
    },
      el("span", { class: "version-dot" }, icon(version.released || wasChanged(version) ? "lock" : "draft", wasChanged(version) ? "released, but changed" : version.released ? "released" : "draft")),
      el("span", { class: "version-name" }, version.kind === "default" ? "Default" : versionName(version),
        unsaved ? el("span", { class: "unsaved-dot", title: "not saved" }, el("span", { class: "visually-hidden" }, " not saved")) : null),
      el("span", { class: "version-label" }, secondLine(version) ? nameOf(secondLine(version), { limit: 40 }) : version.kind === "default" ? "for new databases" : ""),
      el("span", { class: "version-marks" }, version.problem && version.findings.length === 0 ? badge("error", "not run") : null, countBadges(this.app.store.toldFindings(version).filter((finding) => finding.severity !== "info" || !finding.past), { brief: true })));
    return node;
  }

  key(event) {
    const { shown } = this;
    const at = shown.findIndex((version) => version.id === this.app.store.selected);
    const page = Math.max(1, Math.floor(this.list.clientWidth / width) - 1);
    const goals = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1, PageDown: at + page, PageUp: at - page };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && this.query && at >= 0) {
      event.preventDefault();
      this.choose(shown[at]);
    } else if (event.key in goals) {
      event.preventDefault();
      this.go(shown[Math.max(0, Math.min(shown.length - 1, goals[event.key]))]);
    } else if (event.key.length === 1 && /[\p{L}\p{N} ]/u.test(event.key)) {
      event.preventDefault();
      this.typeAhead(event.key);
    }
  }

  // Letters go to the next version whose name or label begins with them, digits to the version with this number.
  typeAhead(letter) {
    const now = Date.now();
    this.typed = now - this.typedAt < 800 ? this.typed + letter.toLowerCase() : letter.toLowerCase();
    this.typedAt = now;
    const begins = (version) => [String(version.id), version.label ?? "", version.kind === "default" ? "default" : "update"].some((text) => text.toLowerCase().startsWith(this.typed));
    const exact = this.shown.find((version) => String(version.id) === this.typed);
    const found = exact ?? this.shown.find(begins);
    if (found) this.go(found);
  }

  // What was sought is found, so all versions are shown again, around the chosen one.
  async choose(version) {
    this.showAll();
    await this.go(version);
  }

  async go(version) {
    if (!version) return;
    await this.app.select(version.id);
    this.reveal();
  }

  // Scrolls the chosen version into sight.
  reveal() {
    const index = this.shown.findIndex((version) => version.id === this.app.store.selected);
    if (index < 0) return;
    const left = index * width;
    if (left < this.list.scrollLeft) this.list.scrollLeft = left - 24;
    else if (left + width > this.list.scrollLeft + this.list.clientWidth) this.list.scrollLeft = left + width + 24 - this.list.clientWidth;
    this.drawVisible();
  }
}

// The words of the file name, the first line of the description, or the first thing that it does.
function secondLine(version) {
  return labelOf(version) || (version.description ?? "").trim().split(/[\r\n]/)[0] || firstSentence(version).slice(0, 200);
}

function searchText(version) {
  const sentences = version.sentences.map((sentence) => sentence.text).join("\n");
  return `${versionName(version)} ${version.label ?? ""} ${version.description ?? ""} ${version.file}\n${sentences}`.toLowerCase();
}
