import { get, openSession, sayClosed } from "./api.js";
import { App } from "./app.js";
import { el } from "./dom.js";

// Signs in, reads the document and starts the page.
async function start() {
  try {
    await openSession();
    const first = await get("/api/document");
    document.getElementById("loading").remove();
    const app = new App();
    app.begin(first);
    window.addEventListener("pagehide", sayClosed);
    window.addEventListener("beforeunload", (event) => app.beforeUnload(event));
  } catch (error) {
    document.getElementById("loading")?.remove();
    document.getElementById("body").replaceChildren(el("section", { class: "start card" },
      el("h1", null, "The editor cannot open"),
      el("p", null, error.message ?? String(error)),
      el("p", { class: "soft" }, "Start sqlscripts edit in your terminal and open the address that it prints.")));
  }
}

start();
