import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compiledWasm } from "./compiled-wasm.js";

const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

it("compiles a file once, and one that could not be compiled again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "whileai-wasm-"));
  const path = join(folder, "a.wasm");
  try {
    await expect(compiledWasm(path)).rejects.toThrow("ENOENT");
    await writeFile(path, EMPTY_MODULE);
    const module = await compiledWasm(path);
    await writeFile(path, "changed");
    expect(await compiledWasm(path)).toBe(module);
  } finally {
    await rm(folder, { recursive: true });
  }
});
