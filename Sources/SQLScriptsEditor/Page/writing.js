import { post } from "./api.js";
import { capital, count, listed } from "./dom.js";

// The server's messages are parts of sentences, such as “sql_update_2.json could not be written: the disk is full”.
export function inWords(error) {
  const { message } = error;
  const text = /^[a-z]+ /.test(message) ? capital(message) : message;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

export const fewNames = 5;

// `names`: files that were in a folder which is made again. Null: none is missing.
export function wordsOfMissing(names) {
  if (names.length === 0) return null;
  const rest = names.length - fewNames;
  const shown = rest > 0 ? [...names.slice(0, fewNames), `${count(rest, "other file")}`] : names;
  return `It will not have ${listed(shown)}, because the editor reads only scripts that it can open.`;
}

export const movedOn = "The scripts were changed in another tab while this dialog was open, so nothing was done. It shows the changes as they are now; look at them again.";

// What saving would change, of which `revision`, and the `conflicts` with other programs. Null: the user was told why not.
export const savePreview = async (app) => {
  try {
    return await app.edits.queue(async (revision) => ({ ...await post("/api/save/preview", { revision }), revision }), { again: () => true });
  } catch (error) {
    app.edits.onProblem(error);
    return null;
  }
};

// Saves what a preview has shown, and nothing else. `overwriting`: the conflicts whose other side the user does not want.
// { saved }, { isConflict }, { isStale } or { error: words }
export const writeFiles = async (app, { revision, files, makesFolder }, overwriting = []) => {
  try {
    const patch = await app.edits.send("/api/save", { overwriting: overwriting.map(({ mark }) => mark) }, { seen: () => revision });
    // A file and its new name are one, as in the preview.
    const moved = new Set(files.filter((file) => file.newName).map(({ file }) => file));
    const saved = (patch.saved ?? []).filter((file) => !moved.has(file));
    app.say(makesFolder ? "Made the folder again, and saved all scripts." : saved.length === 1 ? `Saved ${saved[0]}.` : `Saved ${count(saved.length, "file")}.`, { shown: true });
    return { saved };
  } catch (error) {
    if (error.code === "conflict") return { isConflict: true };
    if (error.code === "stale-revision") return { isStale: true };
    if (error.code === "no-server") app.edits.onProblem(error);
    return { error: inWords(error) };
  }
};
