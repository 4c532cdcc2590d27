import { rowFileFormat } from "@whileai/core/node";
import { expect, test } from "vitest";
import { pathBeside, rowsPathBeside } from "./path-beside.js";

test.each([".jsonl", ".ndjson", ".json", ".jsonl.gz", ".ndjson.gz", ".json.gz", ".JSONL", ".Json.GZ"])(
  "files beside train%s are other files, rows in the same format",
  (ending) => {
    const path = `out.json/train${ending}`;
    expect(pathBeside(path, "manifest.json")).toBe("out.json/train.manifest.json");
    expect(rowsPathBeside(path, "rollouts")).toBe(`out.json/train.rollouts${ending}`);
    expect(rowFileFormat(rowsPathBeside(path, "rollouts"))).toEqual(rowFileFormat(path));
  },
);
