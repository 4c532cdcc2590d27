import { expect, it } from "vitest";
import { loadPeer } from "./load-peer.js";

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /app/index.js`), {
    code: "ERR_MODULE_NOT_FOUND",
  });

it("names the install command of a missing package", async () => {
  await expect(
    loadPeer("ollama", async () => {
      throw missing("ollama");
    }),
  ).rejects.toMatchObject({ name: "BackendError", code: "peer_missing", fix: "Run `npm install ollama`." });
});

it("says when something else is wrong with the package", async () => {
  await expect(
    loadPeer("ollama", async () => {
      throw missing("whatwg-fetch");
    }),
  ).rejects.toMatchObject({ code: "peer_missing", message: expect.stringContaining("whatwg-fetch") });
});

it("passes the package on", async () => {
  expect(await loadPeer("x", async () => 1)).toBe(1);
});
