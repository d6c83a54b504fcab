import { get, openSession, readEvents } from "./api.js";
import { reload } from "./conflict.js";
import { differenceDialog } from "./difference.js";
import { drawEarlier } from "./earlier.js";
import { drawReleasedMeanwhile } from "./meanwhile.js";
import { saveDialog } from "./save.js";
import { copyDialog } from "./copying.js";
import { count } from "./dom.js";
import { inWords, wordsOfMissing } from "./writing.js";

// Each failed try takes twice as long as the one before it.
const [retryAfter, retryAtMost] = [2000, 60000];

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
    this.pause = retryAfter;
    // Whether the user waits for the next try.
    this.asked = false;
    // What other programs have done with the files that this page shows.
    this.files = [];
    // Why nothing can be read or saved in the folder. Null: it can.
    this.folder = null;
    // What can be read, but not saved: { folder: why, or null; files }. Null: everything can be.
    this.readOnly = null;
  }

  async run() {
    document.addEventListener("visibilitychange", () => document.hidden ? null : this.wake());
    for (;;) {
      try {
        await readEvents((event) => this.receive(event));
      } catch {
        // Whether it ended or failed, the banner says the same.
      }
      this.lost();
      await this.reach();
    }
  }

  // Ends when the server lets this page in.
  async reach() {
    for (;;) {
      await new Promise((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, this.pause);
      });
      this.pause = Math.min(this.pause * 2, retryAtMost);
      const isThere = await openSession().then(() => true, () => false);
      if (this.asked && !isThere) this.app.say("The server still does not answer.", { shown: true });
      this.asked = false;
      if (isThere) return;
    }
  }

  tryNow() {
    this.asked = true;
    this.wake();
  }

  receive(event) {
    if (event.event === "open") this.opened();
    else if (event.event === "patch") this.app.edits.receive(event.patch).catch(() => {});
    else if (event.event === "state") this.app.edits.catchUp(event.state).catch(() => {});
    else if (event.event === "disk") this.disk(event);
    else if (event.event === "renamed") this.app.say(wordsOfRenamed(event.files), { shown: true });
    else if (event.event === "bye") this.reason = event.reason;
  }

  lost() {
    this.gone = true;
    this.app.banners.show("server", {
      state: "error", closable: false, urgent: true,
      text: "The editor’s server has stopped. Nothing on this page is lost, but nothing can be saved either.",
      detail: `${reasons[this.reason] ?? ""} ${this.way}`.trim(), command: this.app.store.editor.command,
      actions: [{ text: "Copy my changes", on: () => copyDialog(this.app) }, { text: "Try now", on: () => this.tryNow() }],
    });
  }

  // The server has kept what it knew of. What was typed since is only here.
  get way() {
    const { app } = this;
    const typed = app.draft?.isUnsent || app.liveTexts().some((field) => [...field.unsentScripts].length > 0) || document.querySelector("dialog[open]");
    if (app.unsavedScripts() === 0 && !typed) return "Start sqlscripts edit again. It opens at a new address, which the terminal shows, so close this page.";
    const only = "What you were just typing is only here, so copy it first.";
    if (app.store.editor.unsaved.length === 0) return `Start sqlscripts edit again. ${only}`;
    if (!app.store.editor.kept) return "Copy your changes before you start sqlscripts edit again. It opens at a new address, which the terminal shows, and this page cannot go on there.";
    return `Start sqlscripts edit again: its page has your unsaved changes. It opens at a new address, which the terminal shows. This page cannot go on there.${typed ? ` ${only}` : ""}`;
  }

  async opened() {
    this.pause = retryAfter;
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

  disk({ files, folder, readOnly }) {
    if (JSON.stringify(readOnly) !== JSON.stringify(this.readOnly)) this.app.banners.reopen("read-only");
    [this.files, this.folder, this.readOnly] = [files, folder, readOnly];
    this.app.banners.reopen("disk");
    this.app.changed();
  }

  // What it says depends on what is not saved here, too.
  draw() {
    const { app, files } = this;
    drawEarlier(app);
    drawReleasedMeanwhile(app);
    this.drawFolder();
    this.drawReadOnly();
    if (files.length === 0) {
      app.banners.remove("disk");
      return;
    }
    const broken = files.filter((file) => file.breaksRelease).map((file) => file.file);
    const names = files.length === 1 ? files[0].file : `${files.length} files`;
    const states = ["changed", "added", "deleted"].filter((state) => files.some((file) => file.state === state));
    const mine = app.unsavedIDs();
    const unsaved = mine.size > 0;
    const meets = app.store.document.versions.some((version) => mine.has(version.id) && files.some((file) => file.file === version.file));
    const gone = files.filter((file) => file.state === "deleted" && file.replacedBy === null && !app.store.document.versions.some((version) => mine.has(version.id) && version.file === file.file));
    app.banners.show("disk", {
      state: broken.length > 0 ? "error" : "warning", closable: broken.length === 0,
      text: `${names} ${files.length === 1 ? "was" : "were"} ${states.join(" or ")} by another program${released(broken, files.length)}.`,
      detail: [
        broken.length > 0 ? whyReleased(files.filter((file) => file.breaksRelease)) : null,
        unsaved ? "You have changes that are not saved." : "This page still shows the old content.",
      ].filter(Boolean).join(" "),
      actions: [
        { text: broken.length > 0 ? "Look at the change (reload)" : unsaved ? "Use theirs (reload the files)" : "Show it (reload)", on: () => this.reload(broken[0] ?? null) },
        gone.length > 0 ? { text: files.length === 1 ? "Put it back" : gone.length === 1 ? `Put ${gone[0].file} back` : `Put ${gone.length} files back`, on: () => this.putBack() } : null,
        unsaved ? { text: meets ? "Compare and save mine …" : "Save mine …", on: () => saveDialog(app) } : null,
      ].filter(Boolean),
    });
  }

  drawFolder() {
    const { app, folder } = this;
    if (!folder) {
      app.banners.remove("folder");
      return;
    }
    const unsaved = app.unsavedScripts() > 0;
    app.banners.show("folder", {
      state: "error", closable: false, text: inWords({ message: folder.text }),
      detail: [
        unsaved ? `Your changes are still here${app.store.editor.kept ? ", and are kept if the editor ends" : ""}.` : "This page still shows the scripts as they were.",
        folder.gone ? "You can make the folder again, with the scripts as they were last saved." : null,
        folder.gone ? wordsOfMissing(folder.missing) : null, folder.advice,
      ].filter(Boolean).join(" "),
      actions: [
        folder.gone ? { text: "Make the folder again", on: () => this.putBack() } : null,
        folder.gone && unsaved ? { text: "Save mine …", on: () => saveDialog(app) } : null,
      ].filter(Boolean),
    });
  }

  drawReadOnly() {
    const { app, readOnly } = this;
    if (!readOnly) {
      app.banners.remove("read-only");
      return;
    }
    const { folder: reason, files } = readOnly;
    const [it, them] = reason !== null ? ["This folder", "it"] : files.length === 1 ? [files[0], "it"] : [`${files.slice(0, 3).join(", ")}${files.length > 3 ? ` and ${files.length - 3} more` : ""}`, "them"];
    app.banners.show("read-only", {
      text: `${it} ${them === "it" ? "is" : "are"} read-only. You can make changes on this page, but you cannot save them ${reason !== null ? "here" : "there"} yet.`,
      detail: `Allow writing: look for the permissions in the properties of the ${reason !== null ? "folder" : files.length === 1 ? "file" : "files"}. Or copy the folder, and open the copy in the editor. This message goes once you can save.`,
    });
  }

  async putBack() {
    const { app } = this;
    try {
      await app.edits.send("/api/putback", {}, { select: false });
      app.say("The files match this page again.", { shown: true });
    } catch (error) {
      app.problem(error);
    }
  }

  // `file`: the script to show then. One that was deleted is a problem of the folder.
  async reload(file) {
    const { app } = this;
    const error = await reload(app);
    if (error) app.banners.show("problem", { state: "error", text: error.message });
    if (error || file === null) return null;
    const version = app.store.document.versions.find((candidate) => candidate.file === file);
    if (!version) return app.script.jumpToFolder();
    await app.goTo(version.id, null);
    return differenceDialog(app, version.id);
  }
}

function wordsOfRenamed(files) {
  const [{ from, to, converted }] = files;
  const first = `Another program ${converted ? "converted" : "renamed"} ${from} to ${to}`;
  return files.length === 1 ? `${first}. The editor goes on with that file.` : `${first}, and ${count(files.length - 1, "other file")} as well. The editor goes on with the new files.`;
}

// A script that another program has only deleted has no new text.
function whyReleased(files) {
  if (files.every((file) => file.state === "deleted" && file.replacedBy === null)) {
    const them = files.length === 1 ? "it" : "them";
    return `New databases and those that have not run ${them} yet need ${them}. Put ${them} back.`;
  }
  return "Databases that ran the released text will not run the new one, so new databases would differ from them. Look at the change, restore the released text, and make the change in a new update.";
}

// “, although it is released”
function released(broken, number) {
  if (broken.length === 0) return "";
  if (number === 1) return ", although it is released";
  return `, although ${broken.slice(0, 3).join(", ")}${broken.length > 3 ? ` and ${broken.length - 3} more` : ""} ${broken.length === 1 ? "is" : "are"} released`;
}
