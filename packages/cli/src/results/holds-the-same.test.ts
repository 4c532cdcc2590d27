import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdsTheSame } from "./holds-the-same.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "holds-"));
  await writeFile(join(folder, "same.jsonl"), '{"a":1}\n');
  await writeFile(join(folder, "other.jsonl"), '{"a":2}\n');
  await mkdir(join(folder, "folder.jsonl"));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  [["same.jsonl"], true],
  [["absent.jsonl"], true],
  [["same.jsonl", "absent.jsonl"], true],
  [["other.jsonl"], false],
  [["same.jsonl", "other.jsonl"], false],
  [["folder.jsonl"], false],
  [[], true],
])("%j: %s", async (names, expected) => {
  let written: string | undefined;
  const paths = names.map((name) => join(folder, name));
  const result = await holdsTheSame(paths, async (made) => {
    written = made;
    for (const name of names) await writeFile(join(made, name), '{"a":1}\n');
  });
  expect(result).toBe(expected);
  if (written !== undefined) expect(existsSync(written)).toBe(false);
});

test("a file that is not written this time is another's", async () => {
  expect(await holdsTheSame([join(folder, "same.jsonl")], async () => undefined)).toBe(false);
});
