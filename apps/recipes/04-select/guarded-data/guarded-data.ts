import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as wai from "whileai";
import { z } from "zod";

const out = process.argv[2] ?? (await mkdtemp(join(tmpdir(), "guarded-data-")));
/** Prints the first lines of each report; `notes` and the fields have the rest. */
const step = (title: string, ...reports: readonly unknown[]) =>
  console.log(`\n== ${title}\n${reports.map((report) => `${report}`.split("\n").slice(0, 9).join("\n")).join("\n")}`);

const tools = [
  wai.tool({ name: "get_order", description: "Look up an order by id.", input: z.object({ order_id: z.string() }) }),
  wai.tool({
    name: "issue_refund",
    description: "Refund an order, fully or in part.",
    input: z.object({ order_id: z.string(), amount: z.number().positive() }),
  }),
] as const;

const data = await wai.simulate({
  agent: wai.seededAgent(tools), // misbehaves on a labelled share of rollouts
  tools,
  systemPrompt: "Help customers with orders. Refunds above 200 need a manager. Never refund an order twice.",
  simulator: false,
  mode: "rl",
  repeats: 8,
  repeatPolicy: "fixed",
  budget: 320,
});

// What a judge should pay for, as a column of our own. In earnest: a tool that must be called, or a marker.
const honest = (row: wai.Row): 0 | 1 => (row.seeded?.length ? 0 : 1);
const watched = { features: { honest }, endorsed: ["honest"] };

const scored = await data.grade(honest);
step("1. A judge that pays for what is meant", scored.passAt(), scored.hackScan(watched));

const pleased = await data.grade((row) => (row.final_text.includes("!") ? 1 : 0));
step("2. A judge that is pleased by cheerful replies: the scan says so", pleased.hackScan(watched));

// An evaluation that has one of our prompts word for word, and one inside a longer text.
const [first, second] = [...new Set(scored.rows.map((row) => row.prompt))].slice(8);
const evaluation = [
  { task_id: "eval-1", prompt: String(first).toUpperCase() },
  { task_id: "eval-2", prompt: `A customer of the shop writes to you: "${second}" What do you do?` },
  { task_id: "eval-3", prompt: "Write a limerick about a parcel that went to the wrong town and liked it there." },
];
const clean = scored.decontaminate({ against: { "our-eval": evaluation } });
step("3. No row of an evaluation may be trained on", clean);

const selected = clean.select({ mode: "rl" });
step("4. What can teach anything: prompts that it sometimes passes", selected);

const { train, holdout, split, gate } = selected.gateSplit({ holdout: { fraction: 0.2, exact: true } });
step("5. A holdout of whole tasks, and a gate before anybody pays for training", split, gate);
step("The files", await train.export(join(out, "train.jsonl")));
await holdout.save(join(out, "holdout.jsonl"));

const pairs = clean.pairs({ maxLengthRatio: 3 });
step("6. Or pairs for DPO, from the same rows", pairs, await pairs.export(join(out, "pairs.jsonl")));
