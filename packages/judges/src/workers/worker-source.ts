/**
 * The program of a worker thread, as text: it needs no file beside the bundle, whichever format that has. It loads a module
 * and judges one row at a time; everything it says, on a port that the module does not know, is a plain object with one of
 * the keys of `WorkerReply`.
 */
export const WORKER_SOURCE = `
"use strict";
const { isAbsolute } = require("node:path");
const { pathToFileURL } = require("node:url");
const { workerData } = require("node:worker_threads");
// The module shares the thread's own port, and may say on it what it likes.
const { port } = workerData;
delete workerData.port;

const described = (error) => {
  try {
    const name = typeof error?.name === "string" && error.name !== "" ? error.name : "Error";
    return { name, message: typeof error?.message === "string" ? error.message : String(error) };
  } catch {
    return { name: "Error", message: "a value that cannot be read was thrown" };
  }
};

const exported = (module, path) => {
  let found = module;
  for (const name of path) found = found?.[name];
  // A CommonJS module has its exports under "default" too.
  if (found !== undefined || path.length === 0) return found;
  found = module.default;
  for (const name of path) found = found?.[name];
  return found;
};

const load = async () => {
  const { url, path, options } = workerData;
  let found = exported(await import(isAbsolute(url) ? pathToFileURL(url).href : url), path);
  if (options !== undefined) {
    if (typeof found !== "function") return { failed: { name: "TypeError", message: "the export is no function that takes options" } };
    found = await found(options);
  }
  const judge = typeof found?.judge === "function" ? found.judge.bind(found) : found;
  if (typeof judge !== "function") return { failed: { name: "TypeError", message: "the export is " + (found === undefined ? "not there" : "no function and no judge") } };
  await found.prepare?.();
  const context = { signal: new AbortController().signal };
  port.on("message", async (row) => {
    port.postMessage({ begun: true });
    try {
      port.postMessage({ verdict: await judge(row, context) });
    } catch (error) {
      port.postMessage({ threw: described(error) });
    }
  });
  return { ready: true };
};

load().then(
  (said) => port.postMessage(said),
  (error) => port.postMessage({ failed: described(error) }),
);
`;
