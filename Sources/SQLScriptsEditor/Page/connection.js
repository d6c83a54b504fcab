import { get, openSession, readEvents } from "./api.js";
import { reload } from "./conflict.js";
import { saveDialog } from "./save.js";
import { copyDialog } from "./copying.js";

const retryAfter = 2000;

const reasons = {
  interrupted: "It was stopped in the terminal.",
  idle: "Nothing happened for a long time.",
  closed: "Its last page was closed.",
};

// Listens to the server for as long as the page is open, and tells the user when it has gone or a file has changed.
export class Connection {
  constructor(app) {
    this.app = app;
    this.gone = false;
    this.reason = null;
    this.wake = () => {};
  }

  async run() {
    for (;;) {
      try {
        await readEvents((event) => this.receive(event));
      } catch {
        // Whether it ended or failed, the banner says the same.
      }
      this.lost();
      await new Promise((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, retryAfter);
      });
      await openSession().catch(() => {});
    }
  }

  receive(event) {
    if (event.event === "open") this.opened();
    else if (event.event === "patch") this.app.edits.receive(event.patch).catch(() => {});
    else if (event.event === "state") this.app.edits.catchUp(event.state).catch(() => {});
    else if (event.event === "disk") this.disk(event.files);
    else if (event.event === "bye") this.reason = event.reason;
  }

  lost() {
    this.gone = true;
    this.app.banners.show("server", {
      state: "error", closable: false,
      text: "The editor’s server has stopped. Nothing on this page is lost, but nothing can be saved either.",
      detail: `${reasons[this.reason] ?? ""} The page keeps trying to connect. Before you start sqlscripts edit again, copy your changes.`.trim(),
      actions: [{ text: "Copy my changes", on: () => copyDialog(this.app) }, { text: "Try now", on: () => this.wake() }],
    });
  }

  async opened() {
    if (!this.gone) return;
    this.gone = false;
    this.reason = null;
    this.app.banners.remove("server");
    this.app.say("Connected again.", { shown: true });
    const document = await get("/api/document").catch(() => null);
    if (!document) return;
    if (document.editor.state !== this.app.store.state) this.app.store.load(document);
    await this.app.flush();
  }

  disk(files) {
    const { app } = this;
    if (files.length === 0) {
      app.banners.remove("disk");
      return;
    }
    const names = files.length === 1 ? files[0].file : `${files.length} files`;
    const states = ["changed", "added", "deleted"].filter((state) => files.some((file) => file.state === state));
    app.banners.show("disk", {
      text: `${names} ${files.length === 1 ? "was" : "were"} ${states.join(" or ")} by another program.`,
      detail: app.unsavedScripts() > 0 ? "You have changes that are not saved." : "This page still shows the old content.",
      actions: [
        { text: "Use theirs (reload)", on: async () => {
          const error = await reload(app);
          if (error) app.banners.show("problem", { state: "error", text: error.message });
        } },
        app.unsavedScripts() > 0 ? { text: "Compare and save mine …", on: () => saveDialog(app) } : null,
      ].filter(Boolean),
    });
  }
}
