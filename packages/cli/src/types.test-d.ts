import { z } from "zod";
import * as wai from "./index.js";

declare const POLICY: string;
declare const RUBRIC: string;

const getOrder = wai.tool({
  name: "get_order",
  description: "Look up an order by id.",
  input: z.object({ order_id: z.string() }),
  execute: async ({ order_id }) => ({ status: "ok" as const, order_id }),
});
const refund = wai.tool({
  name: "issue_refund",
  description: "Refund an order.",
  input: z.object({ order_id: z.string(), amount: z.number() }),
});

// What must compile: the loop, as the first page of the documentation has it.

wai.configure({ agent: wai.OpenAI("gpt-4.1-mini"), judge: wai.Anthropic("claude-haiku-4-5") });
wai.configure({ agent: "openai:gpt-4.1-mini", judge: "vllm:Qwen/Qwen3-4B@http://localhost:8000/v1" });

const data = await wai.simulate({ tools: [getOrder, refund], systemPrompt: POLICY, mode: "rl", repeats: 8 });
const scored = await data.grade(wai.Judge({ rubric: RUBRIC }));
console.log(`${scored.passAt()}`, scored.passAt().toString());
const rows = scored.select({ mode: "rl", band: [0.2, 0.8] });
await rows.export("train.jsonl");
wai.simulate({ tools: [getOrder], systemPrompt: POLICY, execute: wai.Tool.dispatch([getOrder]) });

const judged = await data.grade((row) => {
  const tooMuch = row.steps.some(
    (step) => step.argument_error === undefined && step.tool === "issue_refund" && step.arguments.amount > 200,
  );
  return { reward: tooMuch ? 0 : 1, reason: tooMuch ? "refunded over the limit" : "ok" };
});
await data.grade(async (row, { signal }) => !signal.aborted && row.final_text.length > 0);
const stage: "graded" = judged.stage;
console.log(stage);
for (const row of judged) {
  const reward: number | null = row.reward;
  console.log(reward, row.judge_status === "ok" ? row.reward.toFixed(2) : row.judge_meta?.error, row.steps);
}

// The report of each step is that step's own.
const exactly: [number, readonly wai.Note[], string, number | undefined] = [
  rows.report.expectedMisplaced,
  rows.report.notes,
  scored.select({ mode: "sft" }).report.dropped[0]?.gate ?? "",
  scored.decontaminate({ against: scored }).report.hits[0]?.index,
];
console.log(exactly, data.report.kind, scored.report.kind, scored.split(0.2).train.report.dropped);
const chosen: wai.Rows = rows;
console.log(chosen.report?.notes);

// Rows that the caller declares as an interface are rows too, also where what they hold is declared as interfaces or may
// not be written to.
interface OwnStep {
  tool: string;
  arguments: Record<string, unknown>;
}
interface OwnMessage {
  role: string;
  content: string | null;
}
interface OwnFields {
  polite: number;
}
interface OwnRow {
  scenario_id: string;
  reward: number;
  ticket: { id: number };
  readonly steps: readonly OwnStep[];
  messages: OwnMessage[];
  privileged: OwnFields;
  markers: OwnFields;
}
declare const own: readonly OwnRow[];
const ownRows = wai.Rows.from(own);
const ticket: number | undefined = ownRows.select({ mode: "rl" }).rows[0]?.ticket.id;
console.log(ticket, ownRows.curriculum(), wai.curriculum(own), wai.hackScan(own));
const ownTool: string | undefined = ownRows.decontaminate({ against: own }).split(0.2).train.rows[0]?.steps[0]?.tool;
console.log(ownTool, ownRows.compare(own), ownRows.hackScanDiff(own), wai.deltaReport(own, own), wai.failureTable(own));
await wai.exportRows(own, "train.jsonl");
await wai.compare({ before: {}, after: {}, tasks: own });
console.log((await wai.Rows.from("rows.jsonl")).length);
const ownTicket: number | undefined = wai.optimize(own).rows[0]?.ticket.id ?? wai.splitHoldout(own).train[0]?.ticket.id;
console.log(ownTicket, wai.optimize(own, { mode: "sft" }).report.behaviorsCovered);
console.log((await wai.grade(own, (row) => row.ticket.id > 0)).rows[0]?.ticket.id);
interface OwnAsk {
  prompt: string;
}
declare const asks: OwnAsk[];
declare const askStream: AsyncIterable<OwnAsk>;
const ownAsk: string | undefined = wai.decontaminate(asks, { against: { held: asks } }).rows[0]?.prompt;
const decontaminator = wai.createDecontaminator([asks, ["Where is it?"]]);
for (const { prompt } of decontaminator.filter(asks)) console.log(prompt.length, decontaminator.check({ prompt }));
for await (const { prompt } of decontaminator.filter(askStream)) console.log(prompt.length, ownAsk?.length);
console.log(wai.nearDuplicatePrompts(asks), ownRows.decontaminate({ against: asks }).rows[0]?.ticket.id);
const meant = await wai.decontaminateSemantic(askStream, { against: asks, embedder: async () => [[1]] });
console.log(meant.rows[0]?.prompt.length, wai.decontaminate([{ text: "x" }], { against: asks, fields: ["text"] }));

{
  await using run = wai.simulate({
    tools: [getOrder],
    systemPrompt: POLICY,
    budget: 64,
    signal: new AbortController().signal,
    simulator: false,
    agent: wai.seededAgent([getOrder]),
  });
  for await (const row of run) if (row.final_text.includes("sorry")) break;
}

// What must not.

// @ts-expect-error the report of a selection for RL has no field of one for SFT
rows.report.behaviorsCovered;
// @ts-expect-error a list that is none of rows
wai.Rows.from([1, 2]);
interface NoRow {
  scenario_id: () => void;
}
declare const noRows: NoRow[];
// @ts-expect-error a field of rows with another type
wai.decontaminate(noRows, { against: asks });
// @ts-expect-error a field of rows with another type
wai.Rows.from(noRows);
interface NoStep {
  tool: { name: string };
}
declare const noSteps: { reward: number; steps: NoStep[] }[];
// @ts-expect-error a field of steps with another type
const refused = wai.Rows.from(noSteps);
// One error says it: what was refused is rows all the same, and no promise of a file's.
refused.curriculum();

// @ts-expect-error a misspelt option
wai.simulate({ tools: [getOrder], systemPrompt: POLICY, repeat: 4 });
// @ts-expect-error a misspelt option of a group
wai.simulate({ tools: [getOrder], systemPrompt: POLICY, faults: { shares: 0.5 } });
// @ts-expect-error a mode that simulate does not have
wai.simulate({ tools: [getOrder], systemPrompt: POLICY, mode: "grpo" });
// @ts-expect-error a mode that select does not have
scored.select({ mode: "grpo" });
// @ts-expect-error select says which mode
scored.select({});
// @ts-expect-error an option of the other mode
scored.select({ mode: "rl", pick: "top" });
// @ts-expect-error an option of the other mode
scored.select({ mode: "sft", band: [0.2, 0.8] });
// @ts-expect-error a misspelt option of grade
await data.grade(() => 1, { limit: { concurrency: 2 } });
// @ts-expect-error a misspelt option of passAt
scored.passAt({ kk: 4 });
// @ts-expect-error a format that export does not have
await rows.export("train.jsonl", { format: "grpo" });
// @ts-expect-error a misspelt role
wai.configure({ agnet: "openai:gpt-4.1-mini" });
// @ts-expect-error a slash where the colon of a spec stands
wai.configure({ agent: "openai/gpt-4.1-mini" });
// @ts-expect-error a spec without a provider
wai.configure({ judge: "gpt-4.1-mini" });
// @ts-expect-error a slash where the colon of a spec stands
wai.simulate({ tools: [getOrder], systemPrompt: POLICY, agent: "openai/gpt-4.1-mini" });
// @ts-expect-error a slash where the colon of a spec stands
await data.grade("anthropic/claude-haiku-4-5");
// @ts-expect-error a slash where the colon of a spec stands
wai.Judge({ rubric: RUBRIC, model: "openai/gpt-4.1-mini" });
// @ts-expect-error a judge may not return a text
await data.grade(() => "pass");
// @ts-expect-error nor promise one
await data.grade(async () => "pass");
// @ts-expect-error nor give one as the reward
await data.grade(() => ({ reward: "1" }));
// @ts-expect-error no such tool
await data.grade((row) => (row.steps.some((step) => step.tool === "get_ordr") ? 1 : 0));
await data.grade((row) => {
  // @ts-expect-error a judge does not write to the row
  row.final_text = "";
  return 1;
});
// @ts-expect-error a verifier's options are checked
wai.verify.Numeric({ tolerence: 0.1 });
// @ts-expect-error a judge's options are checked
wai.Judge({ rubrik: RUBRIC });
// @ts-expect-error a backend's options are checked
wai.OpenAI("gpt-4.1-mini", { api_key: "k" });

// Judges, and what is known of them.
await data.grade("typesafe:jev-latest");
await data.grade(wai.Typesafe());
const list = wai.Rubric({ criteria: ["Polite", { title: "No invented day", kind: "hard" }] });
const kept = await data.grade(wai.Judge({ rubric: list, votes: 3 }), {
  limits: { concurrency: 4, maxUsd: 5 },
  store: { dir: "grading" },
  cache: wai.fileVerdictCache(".whileai/verdicts"),
  resume: true,
});
const spec = await wai.loadSpec("shop.yaml");
await data.grade(spec.judge({ model: "openai:gpt-4.1-mini" }));
scored.compare(kept, { mustNotRegress: [...list.markers, ...spec.behaviors()] });
console.log(`${await wai.judgeTrust(scored.rows)}`, (await kept.trust({ probes: "extended" })).status);
console.log((await wai.judgeProbes(scored.rows, wai.Judge({ rubric: RUBRIC }))).exploitableBy);
console.log(
  (await wai.cheatProbes(wai.verify.MathEqual(), scored.rows)).paid,
  wai.correctedPassRate(scored.rows).passRate,
);
const blamed: wai.Rows<"graded", (typeof scored.rows)[number]> = scored.blame({ exclude: ["simulator"] });
console.log(blamed.stage);
// @ts-expect-error a party that is none
scored.blame({ exclude: ["user"] });
// @ts-expect-error a probe that is none
await scored.trust({ probes: ["flattery"] });
// @ts-expect-error a misspelt option of the store
await data.grade(() => 1, { store: { folder: "grading" } });
// @ts-expect-error both sides of a comparison need their rows
await wai.compare({ before: {}, after: {}, grading: { store: { dir: "x", keepRows: false } } });

// Did the change help?
const compared = await wai.compare({
  before: { systemPrompt: POLICY },
  after: { systemPrompt: POLICY, tools: [getOrder] },
  agent: "openai:gpt-4.1-mini",
  tools: [getOrder, refund],
  judge: wai.Judge({ rubric: RUBRIC }),
  tasks: data,
  target: "marker:polite",
  mustNotRegress: ["pass_at_1"],
});
const outcome: wai.Outcome = compared.outcome;
const report: wai.DeltaReport = compared;
console.log(outcome, report.ok, compared.played.totalUsd, compared.rows.after.passAt().passAt1);
await wai.compare({ before: {}, after: { agent: () => "x" }, judge: (row) => row.final_text.length > 0 });
scored.compare(compared.rows.after, { target: "pass_at_1" }).targetDelta;
// @ts-expect-error a metric that is none
await wai.compare({ before: {}, after: {}, target: "pass@1" });
// @ts-expect-error what was changed follows from the sides
await wai.compare({ before: {}, after: {}, changed: ["tools"] });

// What to train on.
const clean: wai.Rows<"selected", (typeof rows.rows)[number]> = rows.decontaminate({ against: { support: ["Hi"] } });
await clean.decontaminateSemantic({ against: scored, embedder: wai.OpenAIEmbedder("text-embedding-3-small") });
const pairs = scored.pairs({ maxLengthRatio: 2 });
await pairs.export("pairs.jsonl", { format: "trl-rm" });
const better: number | null = pairs.pairs[0]?.chosen.reward ?? null;
await wai.judgePairs(pairs, { judge: () => "chosen" as never });
const { train, holdout } = clean.gateSplit({ holdout: { fraction: 0.2, exact: true } });
console.log(better, train.stage, train.rows[0]?.calibration?.pass_rate, holdout.rows[0]?.steps);
console.log(scored.split(0.2).report.taskShare, scored.curriculum({ tiers: 4 }).schedule, scored.hackScan().regime);
const monitor = new wai.HackMonitor();
console.log(monitor instanceof wai.HackMonitor, wai.TRACE_FLAGS.length, scored.retireSolved().nearDuplicatePrompts());
// @ts-expect-error what to hold the rows against
scored.decontaminate({ ngram: 8 });
// @ts-expect-error an embedder is awaited
scored.decontaminate({ against: [], embedder: async () => [] });
// @ts-expect-error a misspelt option
scored.pairs({ minMargins: 1 });
// @ts-expect-error a form that pairs do not have
await pairs.export("pairs.jsonl", { format: "trl-grpo" });
// @ts-expect-error a unit that is none
scored.split({ by: "prompt" });
// @ts-expect-error a misspelt option
scored.hackScan({ endorse: ["tool:get_order"] });
