// The calls to the server. The page names scripts and items by number only; it never sends a path.

let token = null;

export class APIError extends Error {
  constructor(status, body) {
    const error = body?.error ?? {};
    super(error.message ?? "The editor's server gave an answer that the page does not understand.");
    this.status = status;
    this.code = error.code ?? "internal";
    this.field = error.field ?? null;
    this.newUpdate = error.newUpdate ?? null;
    this.folder = error.folder ?? false;
    // The statements in a text that was sent as one.
    this.statements = error.statements ?? [];
    // What the user has to confirm: the question, and the words of the button that does it.
    this.question = error.code === "confirm" ? { title: error.title, action: error.action } : null;
  }
}

// The server is gone or cannot be reached, which is not an answer.
class NoServer extends Error {
  constructor() {
    super("The editor’s server does not answer.");
    this.code = "no-server";
  }
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", cache: "no-store", redirect: "error", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new NoServer();
  }
  return response;
}

async function answer(response) {
  if (response.status === 204) return null;
  let body = null;
  try {
    body = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    if (response.ok) throw new NoServer();
  }
  if (!response.ok) throw new APIError(response.status, body);
  return body;
}

function headers() {
  return { "Content-Type": "application/json", "X-SQLScripts-Token": token ?? "" };
}

export const post = async (path, body, { signal } = {}) => {
  return answer(await request(path, { method: "POST", headers: headers(), body: JSON.stringify(body), signal }));
};

export const get = async (path) => {
  return answer(await request(path, { headers: { "X-SQLScripts-Token": token ?? "" } }));
};

// Exchanges the secret in the address for a token. After a reload, the token from before is exchanged: unlike cookies,
// the browser keeps the storage of each port apart.
export const openSession = async () => {
  const secret = location.hash.slice(1);
  if (secret) history.replaceState(null, "", location.pathname);
  const before = sessionStorage.getItem("token");
  let body = {};
  if (secret) body = { secret };
  else if (token === null && before !== null) body = { token: before };
  token = (await post("/api/session", body)).token;
  sessionStorage.setItem("token", token);
};

// Tells the server that this tab closes; it stops when the last one has gone.
export function sayClosed() {
  if (token === null) return;
  fetch("/api/closed", { method: "POST", headers: headers(), body: "{}", keepalive: true, credentials: "same-origin" }).catch(() => {});
}

// Reads events until the connection ends. `alive` events come every 10 s, so silence means that the server is gone.
export const readEvents = async (onEvent, silence = 35000) => {
  const abort = new AbortController();
  let timer = null;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(), silence);
  };
  heard();
  try {
    const response = await request("/api/events", { headers: { "X-SQLScripts-Token": token ?? "" }, signal: abort.signal });
    if (!response.ok) await answer(response);
    onEvent({ event: "open" });
    await readLines(response.body.getReader(), heard, onEvent);
  } catch (error) {
    if (error instanceof APIError) throw error;
    throw new NoServer();
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
};

async function readLines(reader, heard, onEvent) {
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line.trim()) onEvent(JSON.parse(line));
  }
}
