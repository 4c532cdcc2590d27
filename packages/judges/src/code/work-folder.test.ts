import { chmod, mkdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { isOverfull, makeWorkFolder, removeWorkFolder } from "./work-folder.js";

const made: string[] = [];
const make = async (): Promise<string> => {
  const folder = await makeWorkFolder(["a"]);
  made.push(folder);
  return folder;
};
afterEach(async () => {
  for (const folder of made.splice(0)) await removeWorkFolder(folder);
});

it("is removed with what is in it, not what it points to", async () => {
  const outside = await make();
  await writeFile(join(outside, "kept"), "x");
  const folder = await make();
  await symlink(outside, join(folder, "a", "link"));
  await mkdir(join(folder, "a", "locked"));
  await writeFile(join(folder, "a", "locked", "file"), "x");
  await chmod(join(folder, "a", "locked"), 0);
  await removeWorkFolder(folder);
  await expect(stat(folder)).rejects.toThrow("ENOENT");
  expect((await stat(join(outside, "kept"))).size).toBe(1);
});

it("is overfull by files and by depth", async () => {
  const folder = await make();
  expect(await isOverfull(folder)).toBe(false);
  await mkdir(join(folder, ...Array.from({ length: 70 }, () => "d")), { recursive: true });
  expect(await isOverfull(folder)).toBe(true);
  const flat = await make();
  await Promise.all(Array.from({ length: 4200 }, (_, index) => writeFile(join(flat, "a", `f${index}`), "")));
  expect(await isOverfull(flat)).toBe(true);
  expect(await isOverfull(join(flat, "nowhere"))).toBe(false);
});

it("is overfull by bytes", async () => {
  const folder = await make();
  await writeFile(join(folder, "a", "big"), Buffer.alloc(65 * 1024 * 1024));
  expect(await isOverfull(folder)).toBe(true);
});

it("is overfull by what hides behind names that are no text", async () => {
  const folder = await make();
  const hidden = Buffer.concat([Buffer.from(join(folder, "a/")), Buffer.from([0xff, 0xfe])]);
  await mkdir(hidden);
  await writeFile(Buffer.concat([hidden, Buffer.from("/big")]), Buffer.alloc(65 * 1024 * 1024));
  expect(await isOverfull(folder)).toBe(true);
});

it("can be looked at while its folders come and go", async () => {
  const folder = await make();
  const names = Array.from({ length: 50 }, (_, index) => join(folder, "a", `d${index}`));
  for (let round = 0; round < 40; round++) {
    await Promise.all(names.map((name) => mkdir(name, { recursive: true })));
    const [isFull] = await Promise.all([isOverfull(folder), ...names.map((name) => rm(name, { recursive: true }))]);
    expect(isFull).toBe(false);
  }
});
