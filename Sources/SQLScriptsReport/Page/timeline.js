import { count, el, shortened, visible } from "./dom.js";
import { badge, button, icon } from "./icons.js";
import { countBadges } from "./findings.js";
import { firstSentence, labelOf, scriptTitle } from "./statements.js";

// The versions in the order in which a new database runs them. Returns { element, select(id) }.
export function timeline(document) {
  const entries = document.versions.map(entryOf);
  const filters = { findings: false, unreleased: false };
  const search = el("input", { type: "search", placeholder: "Find a version", aria: { label: "Find a version" }, on: { input: apply } });
  const status = el("p", { class: "small faint", role: "status" });
  const list = el("ol", { class: "timeline", on: { keydown: moveInTimeline } }, entries.map((entry) => entry.node));
  const large = entries.length > 8;

  function toggle(name, text) {
    return button(text, { kind: "small-toggle", "aria-pressed": "false", on: (event) => {
      filters[name] = !filters[name];
      event.currentTarget.setAttribute("aria-pressed", String(filters[name]));
      apply();
    } });
  }

  function apply() {
    const sought = search.value.trim().toLowerCase();
    let shown = 0;
    for (const entry of entries) {
      const fits = (!filters.findings || entry.version.findings.length > 0) && (!filters.unreleased || !entry.version.released) && (sought === "" || entry.text().includes(sought));
      entry.node.hidden = !fits;
      if (fits) shown += 1;
    }
    status.textContent = shown === entries.length ? count(shown, "version") : `${shown} of ${count(entries.length, "version")}`;
    keepTabStop();
  }

  // The Tab key must always reach the list, even if the opened version is filtered out.
  function keepTabStop() {
    const shown = entries.some((entry) => !entry.node.hidden);
    if (shown && !entries.some((entry) => !entry.node.hidden && entry.link.tabIndex === 0)) {
      const first = entries.find((entry) => !entry.node.hidden);
      for (const entry of entries) entry.link.tabIndex = entry === first ? 0 : -1;
    }
  }

  function moveInTimeline(event) {
    const visibleLinks = entries.filter((entry) => !entry.node.hidden).map((entry) => entry.link);
    const index = visibleLinks.indexOf(event.target.closest("a"));
    const goals = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: visibleLinks.length - 1 };
    if (index < 0 || !(event.key in goals)) return;
    event.preventDefault();
    const next = visibleLinks[Math.min(visibleLinks.length - 1, Math.max(0, goals[event.key]))];
    for (const entry of entries) entry.link.tabIndex = entry.link === next ? 0 : -1;
    next.focus();
  }

  // The start of the first version below this place, so that none is cut at the upper edge.
  function startOf(place) {
    return entries.find((entry) => !entry.node.hidden && entry.node.offsetTop >= place)?.node.offsetTop ?? place;
  }

  apply();
  return {
    element: el("div", { class: ["timeline-box", large ? "large" : null] },
      large ? el("div", { class: "timeline-tools" }, search, el("div", { class: "button-row" }, toggle("findings", "With findings"), toggle("unreleased", "Unreleased"))) : null,
      el("div", { class: "timeline-status" }, status), list),
    select(id) {
      for (const entry of entries) {
        const chosen = entry.version.id === id;
        if (chosen) entry.link.setAttribute("aria-current", "page");
        else entry.link.removeAttribute("aria-current");
        entry.link.tabIndex = chosen || (id === null && entry === entries[entries.length - 1]) ? 0 : -1;
        if (chosen && (entry.node.offsetTop < list.scrollTop || entry.node.offsetTop + entry.node.offsetHeight > list.scrollTop + list.clientHeight)) {
          list.scrollTop = startOf(entry.node.offsetTop - list.clientHeight / 2);
        }
      }
      keepTabStop();
    },
  };
}

// The full address of a part of this page: checkers take links of the form “#4” for skip links.
export function addressOf(fragment) {
  return `${/^(file|https?):$/.test(location.protocol) ? location.pathname + location.search : ""}#${fragment}`;
}

function entryOf(version) {
  const words = labelOf(version) ?? version.description ?? firstSentence(version);
  const link = el("a", { href: addressOf(version.id), class: "timeline-link" },
    el("span", { class: "timeline-dot", data: { state: version.released ? "released" : "draft" } }, icon(version.released ? "lock" : "draft")),
    el("span", { class: "timeline-text" },
      el("span", { class: "timeline-title" }, scriptTitle(version), version.problem ? [" ", badge("error", "not run")] : null,
        el("span", { class: "visually-hidden" }, version.released ? ", released. " : ", unreleased. "), countBadges(version.findings, { brief: true })),
      words ? el("bdi", { class: "timeline-words" }, visible(shortened(words, 90))) : null));
  let text = null;
  return {
    version, link, node: el("li", { class: version.released ? null : "unreleased" }, link),
    text: () => (text ??= [scriptTitle(version), version.label, version.description, version.file, ...version.sentences.map((sentence) => sentence.text), ...version.findings.map((finding) => finding.id)].join("\n").toLowerCase()),
  };
}
