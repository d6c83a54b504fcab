import { append, clear, el, nameOf, plainVisible, visible } from "./dom.js";
import { badge, button, icon } from "./icons.js";
import { versionOf } from "./schema.js";
import { changesView } from "./tables.js";
import { scriptTitle } from "./statements.js";
import { countBadges, findingElement, openFindings, releasedCount } from "./findings.js";
import { versionElement } from "./version.js";
import { dataElement } from "./data.js";
import { addressOf, timeline } from "./timeline.js";
import { unpackedDocument } from "./packed.js";

startReport(unpackedDocument(JSON.parse(document.getElementById("document").textContent)));

function startReport(report) {
  document.title = `${plainVisible(report.title, 80)} – SQLScripts report`;
  const versions = timeline(report);
  const main = document.getElementById("main");
  const pages = pageLinks(report);
  let opened = null;
  append(clear(document.getElementById("header")), reportHeader(report));
  append(clear(document.getElementById("footer")), el("p", null, visible(report.generator), " · rehearsed with SQLite ", visible(report.sqlite)));
  append(clear(document.getElementById("versions")), pages.map((page) => page.link), report.versions.length > 0 ? [el("h2", { class: "timeline-heading" }, "Versions"), versions.element] : null);
  document.getElementById("versions").hidden = report.versions.length + pages.length === 0;

  // The timeline ends at the lower edge of the window, so that the opened version is in view.
  const header = document.getElementById("header");
  const fitTimeline = () => document.getElementById("versions").style.setProperty("--header-height", `${header.offsetHeight}px`);
  fitTimeline();
  new ResizeObserver(fitTimeline).observe(header);

  function open(moveFocus) {
    const [key, part] = routeOf(report);
    if (key === opened && part) return scrollToPart(key, part);
    opened = key;
    const version = versionOf(report, key);
    const page = pages.find((entry) => entry.key === key);
    clear(main).append(page ? page.content() : version ? versionElement(report, version, { navigation: neighborLinks(report, version) }) : emptyElement());
    for (const entry of pages) if (entry.key === key) entry.link.setAttribute("aria-current", "page"); else entry.link.removeAttribute("aria-current");
    versions.select(version && !page ? version.id : null);
    if (!moveFocus && !part) return null;
    if (part) return scrollToPart(key, part);
    main.querySelector("h2")?.focus({ preventScroll: true });
    if (main.getBoundingClientRect().top < 0 || main.getBoundingClientRect().top > innerHeight / 2) main.scrollIntoView();
    return null;
  }

  document.querySelector(".skip-link").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  window.addEventListener("hashchange", () => open(true));
  window.addEventListener("beforeprint", () => openDetails(main));
  open(false);
}

// “#4” opens update 4, “#4/tables” a part of it, “#data” and “#general” the other pages. Without one, the latest version opens.
function routeOf(report) {
  const [start, ...rest] = location.hash.slice(1).split("/");
  const known = /^\d+$/.test(start) && versionOf(report, Number(start)) ? Number(start)
    : (start === "data" && report.data) || (start === "general" && report.findings.length > 0) ? start
    : report.versions[report.versions.length - 1]?.id ?? (report.data ? "data" : report.findings.length > 0 ? "general" : null);
  return [known, rest.join("/")];
}

function scrollToPart(key, part) {
  const target = document.getElementById(`${key}/${part}`);
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "start" });
}

function reportHeader(report) {
  const unreleased = report.versions.filter((version) => !version.released);
  const findings = openFindings(report);
  return [
    el("div", { class: "report-title" },
      el("p", { class: "eyebrow" }, "SQLScripts report"),
      el("h1", null, nameOf(report.title, { className: null })),
      el("p", { class: "report-summary" }, visible(report.summary.text, { lines: true }))),
    el("div", { class: "report-side" },
      el("div", { class: "badge-row" }, findings.length > 0 ? countBadges(findings, { scripts: report.versions.map((version) => version.findings.filter((finding) => !finding.past)) }) : report.versions.length > 0 ? badge("ok", report.summary.released > 0 ? "nothing to fix" : null) : null, releasedCount(report, findings)),
      el("div", { class: "button-row no-print" },
        button("Print", { icon: "print", on: () => window.print() }),
        unreleased.length > 1 || (unreleased.length === 1 && report.versions.length > 1) ? button("Print all unreleased", { kind: "quiet", on: () => printVersions(report, unreleased) }) : null)),
  ];
}

function pageLinks(report) {
  const pages = [];
  if (report.data) pages.push(pageLink("data", "table", ["Your data: ", nameOf(report.data.name, { limit: 40 })], countBadges(report.data.findings, { brief: true }), () => dataElement(report.data)));
  if (report.findings.length > 0) pages.push(pageLink("general", "warning", "Outside the scripts", countBadges(report.findings, { brief: true }), () => generalElement(report)));
  return pages;
}

function pageLink(key, symbol, title, badges, content) {
  return { key, content, link: el("a", { class: "page-link", href: addressOf(key) }, icon(symbol), el("span", { class: "page-link-text" }, title), badges) };
}

function generalElement(report) {
  return el("article", { class: "version" },
    el("header", { class: "version-head" }, el("h2", { tabindex: "-1" }, "Findings outside the scripts"), el("p", { class: "lead" }, "These belong to the folder as a whole or to files that are not scripts.")),
    el("div", { class: "finding-list" }, report.findings.map((finding) => findingElement(finding))));
}

function emptyElement() {
  return el("div", { class: "version" }, el("h2", { tabindex: "-1" }, "No scripts"), el("p", { class: "lead" }, "This folder has no scripts yet."));
}

function neighborLinks(report, version) {
  const index = report.versions.indexOf(version);
  const link = (other, symbol, words) => (other ? el("a", { class: "button quiet", href: addressOf(other.id), aria: { label: `${words}: ${scriptTitle(other)}` } },
    symbol === "left" ? icon(symbol) : null, el("span", null, scriptTitle(other)), symbol === "right" ? icon(symbol) : null) : null);
  return el("nav", { class: "neighbors no-print", aria: { label: "Neighboring versions" } },
    link(report.versions[index - 1], "left", "Previous"), link(report.versions[index + 1], "right", "Next"));
}

function openDetails(element) {
  for (const details of element.querySelectorAll("details.finding-why")) details.open = true;
}

// Puts the versions on the page one after another for the length of the print dialog.
function printVersions(report, list) {
  const copies = el("div", { class: "print-copies" }, list.map((version) => versionElement(report, version, { anchors: false, schema: () => changesView(report, version.id), schemaTitle: "Changes to the tables in" })));
  document.body.append(copies);
  document.documentElement.classList.add("printing-copies");
  openDetails(copies);
  window.addEventListener("afterprint", () => {
    copies.remove();
    document.documentElement.classList.remove("printing-copies");
  }, { once: true });
  window.print();
}
