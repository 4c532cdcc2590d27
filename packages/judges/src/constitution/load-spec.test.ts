import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { OptionError } from "@whileai/core";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSpec } from "./load-spec.js";

const SHOP = {
  id: "shop",
  traits: [
    {
      id: "honest",
      name: "Honest",
      principle: "Never claim what no tool said.",
      authority: "must",
      examples: [
        { prompt: "Where is my parcel?", good: ["I do not know yet."], bad: ["It arrives tomorrow.", "In your town."] },
        { prompt: "Is it in stock?", prefix: [{ role: "system", content: "You sell shoes." }], good: ["No."], bad: [] },
      ],
    },
    { id: "brief", principle: "Say it in few words." },
  ],
};

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "constitution-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inFile(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const YAML = `
id: shop
traits:
  - id: honest
    name: Honest
    principle: Never claim what no tool said.
    authority: must
    examples:
      - prompt: Where is my parcel?
        good: I do not know yet.
        bad: [It arrives tomorrow., In your town.]
      - prompt: Is it in stock?
        prefix: [{ role: system, content: You sell shoes. }]
        good: ["No."]
  - id: brief
    principle: Say it in few words.
`;

const MARKDOWN = `---
id: shop
---
# How the shop's agent talks

Read this first.

## Honest (must) {#honest}

Never claim what no tool said.

\`\`\`yaml
examples:
  - prompt: Where is my parcel?
    good: I do not know yet.
    bad: [It arrives tomorrow., In your town.]
  - prompt: Is it in stock?
    prefix: [{ role: system, content: You sell shoes. }]
    good: ["No."]
\`\`\`

## {#brief}

Say it in few words.
`;

describe("one constitution in three formats", () => {
  test.each([
    ["json", "shop.json", JSON.stringify(SHOP)],
    ["json with a byte order mark", "marked.json", `\uFEFF${JSON.stringify(SHOP)}`],
    ["yaml", "shop.yaml", YAML],
    ["markdown", "shop.md", MARKDOWN],
    ["markdown with Windows lines", "windows.md", MARKDOWN.replaceAll("\n", "\r\n")],
  ])("%s", async (_, name, text) => {
    const path = await inFile(name, text);
    const [fromObject, fromFile, fromUrl] = [
      await loadSpec(SHOP),
      await loadSpec(path),
      await loadSpec(pathToFileURL(path)),
    ];
    expect(JSON.stringify(fromFile)).toBe(JSON.stringify(fromObject));
    expect(fromUrl.version).toBe(fromObject.version);
    expect(fromFile.labelsVersion).toBe(fromObject.labelsVersion);
  });

  test("a list of principles in Markdown", async () => {
    const path = await inFile("list.md", "# Ours\n\n- Be warm,\n  and mean it.\n- Never lie.\n\nThat is all.\n");
    const spec = await loadSpec(path);
    expect(spec.traits.map((trait) => trait.principle)).toEqual(["Be warm, and mean it.", "Never lie."]);
    expect(spec.version).toBe((await loadSpec(["Be warm, and mean it.", "Never lie."])).version);
  });

  test("a heading inside a fenced block is no trait", async () => {
    const path = await inFile("fence.md", "## Warm\n\nBe warm.\n\n```\n## not a trait\n```\n");
    expect((await loadSpec(path)).behaviors()).toEqual(["Warm"]);
  });
});

test("reading what it prints as JSON gives the same constitution", async () => {
  const spec = await loadSpec(SHOP);
  const again = await loadSpec(JSON.parse(JSON.stringify(spec)));
  expect(JSON.stringify(again)).toBe(JSON.stringify(spec));
});

test("a change of one character of any principle is another version; labels have a version of their own", () =>
  fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
      fc.nat(),
      async (text, at) => {
        const place = at % (text.length + 1);
        const other = `${text.slice(0, place)}x${text.slice(place)}`;
        const [one, two] = [await loadSpec([text]), await loadSpec([other])];
        expect(one.version).not.toBe(two.version);
        expect(one.version).toMatch(/^[0-9a-f]{12}$/);
      },
    ),
    { numRuns: 50 },
  ));

test("labels change the labels' version alone", async () => {
  const spec = await loadSpec(SHOP);
  const relabelled = JSON.parse(JSON.stringify(SHOP).replace("In your town.", "In your street."));
  const other = await loadSpec(relabelled);
  expect(other.version).toBe(spec.version);
  expect(other.labelsVersion).not.toBe(spec.labelsVersion);
});

test("labelled replies are rows with human labels, one task each", async () => {
  const rows = (await loadSpec(SHOP)).labelledRows();
  expect(rows.map((row) => [row.scenario_id, row.gold_reward, row.final_text])).toEqual([
    ["honest:0:spec_good0", 1, "I do not know yet."],
    ["honest:0:spec_bad0", 0, "It arrives tomorrow."],
    ["honest:0:spec_bad1", 0, "In your town."],
    ["honest:1:spec_good0", 1, "No."],
  ]);
  expect(rows[3]?.messages?.map((message) => message.role)).toEqual(["system", "user", "assistant"]);
  expect(rows[0]).toMatchObject({ gold_kind: "human", spec_id: "shop", privileged: { principle: expect.any(String) } });
});

test("stamps copies and leaves what is no row alone", async () => {
  const spec = await loadSpec(SHOP);
  const row = Object.freeze({ scenario_id: "a" });
  const stamped = spec.stamp([row, null as never]);
  expect(stamped).toEqual([{ scenario_id: "a", spec_id: "shop", spec_version: spec.version }, null]);
  expect(row).toEqual({ scenario_id: "a" });
});

test("prints itself", async () => {
  expect(`${await loadSpec(SHOP)}`).toBe(
    `constitution shop ${(await loadSpec(SHOP)).version}: 2 traits, 4 labelled replies\n  must   honest\n  should brief`,
  );
});

describe("what is refused, with its place", () => {
  const trait = (fields: object) => ({ traits: [{ id: "a", principle: "p", ...fields }] });
  test.each<[string, unknown, RegExp]>([
    ["nothing in it", {}, /no `traits`/],
    ["null", null, /null/],
    ["a text that is no path", 5, /number/],
    ["both lists", { traits: [], principles: [] }, /both/],
    ["traits that are no list", { traits: { a: "p" } }, /not a list/],
    ["an unknown key", { trait: ["p"] }, /Did you mean "traits"|trait/],
    ["a trait that is a number", { traits: ["p", 5] }, /traits\[1\]/],
    ["an empty principle", trait({ principle: " " }), /traits\[0\]\.principle/],
    ["a misspelt principle", { traits: [{ id: "a", principel: "p" }] }, /principel/],
    ["another authority", trait({ authority: "SHALL" }), /authority.*SHALL/],
    ["an authority in capitals", trait({ authority: "MUST" }), /MUST/],
    [
      "one id twice",
      {
        traits: [
          { id: "a", principle: "p" },
          { id: "a", principle: "q" },
        ],
      },
      /traits\[1\]\.id/,
    ],
    ["an id that another gets by its place", { traits: ["p", { id: "trait_0", principle: "q" }] }, /trait_0/],
    ["principle and another body", trait({ body: "q" }), /body/],
    ["examples that label nothing", trait({ examples: [{ prompt: "hi" }] }), /examples\[0\]/],
    [
      "a reply both good and bad",
      trait({ examples: [{ prompt: "hi", good: ["x"], bad: ["x"] }] }),
      /both good and bad/,
    ],
    ["an example without a prompt", trait({ examples: [{ good: ["x"] }] }), /prompt/],
    ["a reply that is no text", trait({ examples: [{ prompt: "hi", good: [5] }] }), /good/],
    ["a prefix that is no conversation", trait({ examples: [{ prompt: "hi", prefix: "x", good: ["y"] }] }), /prefix/],
  ])("%s", async (_, document, message) => {
    const refusal = loadSpec(document as object as Record<string, unknown>).catch((error: unknown) => error);
    const error = await refusal;
    expect(error).toBeInstanceOf(OptionError);
    expect((error as OptionError).message).toMatch(message);
    expect((error as OptionError).fix).not.toBe("");
  });

  test("the fix names the nearest key", async () => {
    const error = await loadSpec({ traits: [{ id: "a", principle: "p", autority: "must" }] }).catch(
      (e: OptionError) => e,
    );
    expect((error as OptionError).didYouMean).toBe("authority");
  });

  test.each<[string, string, string, RegExp]>([
    ["broken JSON", "broken.json", "{", /not JSON/],
    ["broken YAML", "broken.yaml", "a: [", /not YAML/],
    ["a YAML key given twice", "twice.yaml", "id: a\nid: b\ntraits: [p]", /not YAML/],
    ["an alias bomb", "bomb.yaml", "a: &a [x]\nb: *a\ntraits: [p]", /not YAML/],
    ["Markdown without traits", "prose.md", "Be good.", /headings/],
    ["Markdown with an open block", "open.md", "## A\np\n```yaml\nexamples: []", /without an end/],
    ["Markdown with another block", "other.md", "## A\np\n```yaml\nauthority: must\n```", /authority/],
    ["Markdown with an empty trait", "empty.md", "## A\n## B\np", /traits\[0\]\.principle/],
    ["an ending that says nothing", "spec.txt", "p", /ending/],
  ])("%s", async (_, name, text, message) => {
    await expect(inFile(name, text).then((path) => loadSpec(path))).rejects.toThrow(message);
  });

  test("a missing file", async () => {
    await expect(loadSpec(join(folder, "nowhere.json"))).rejects.toThrow(/ENOENT/);
  });

  test("an option that is none", async () => {
    await expect(loadSpec([], { id: "x" } as object)).rejects.toThrow(/specId|id/);
  });

  test("a trait that is not there", async () => {
    const spec = await loadSpec(SHOP);
    expect(spec.principle("brief")).toBe("Say it in few words.");
    expect(() => spec.principle("breif")).toThrow(OptionError);
  });
});
