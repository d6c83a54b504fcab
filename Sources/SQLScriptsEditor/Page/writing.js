import { count } from "./dom.js";

// The server's messages are parts of sentences, such as “sql_update_2.json could not be written: the disk is full”.
export function inWords(error) {
  const { message } = error;
  const text = /^[a-z]+ /.test(message) ? message.charAt(0).toUpperCase() + message.slice(1) : message;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

// { saved } or { conflict: files } or { error: words }
export const writeFiles = async (app, overwrite) => {
  try {
    const patch = await app.edits.send("/api/save", { overwrite });
    const saved = patch.saved ?? [];
    app.say(saved.length === 1 ? `Saved ${saved[0]}.` : `Saved ${count(saved.length, "file")}.`, { shown: true });
    return { saved };
  } catch (error) {
    if (error.code === "conflict") return { conflict: error.files };
    if (error.code === "no-server") app.edits.onProblem(error);
    return { error: inWords(error) };
  }
};
