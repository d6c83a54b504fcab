import { count } from "./dom.js";

// { saved } or { conflict: files } or { error: words }
export const writeFiles = async (app, overwrite) => {
  try {
    const patch = await app.edits.send("/api/save", { overwrite });
    const saved = patch.saved ?? [];
    app.banners.remove("disk");
    app.say(saved.length === 1 ? `Saved ${saved[0]}.` : `Saved ${count(saved.length, "file")}.`, { shown: true });
    return { saved };
  } catch (error) {
    if (error.code === "conflict") return { conflict: error.files };
    if (error.code === "no-server") app.edits.onProblem(error);
    return { error: error.message };
  }
};
