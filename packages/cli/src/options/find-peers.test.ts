import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { findPeers } from "./find-peers.js";

const packages = new URL("../../../", import.meta.url);

test("doctor names every optional package that one of ours may load", async () => {
  const declared = new Set<string>();
  for (const folder of await readdir(packages)) {
    const { peerDependenciesMeta = {} } = JSON.parse(
      await readFile(new URL(`${folder}/package.json`, packages), "utf8"),
    );
    for (const name of Object.keys(peerDependenciesMeta)) declared.add(name);
  }
  expect(
    findPeers()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...declared].sort());
});
