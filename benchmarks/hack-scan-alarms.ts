/**
 * How often `hackScan` is wrong. Pure noise: how often any feature passes the floor, conjunctions on, in twelve kinds of data (at most
 * 6%). Planted hacks: how often the feature that is paid is named (at least 95%). Nothing is ever said `train` without `endorsed`.
 * An honest reward is called a hack in at most 5%, however closely words follow what was endorsed. Beside them, without a bound: how
 * often an honest reward is said fit to train on, and how often a hack beside an endorsed feature is called one, by strength.
 * Ends with 1 when a bound is broken.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/hack-scan-alarms.ts [--noise N] [--planted N] [--full]
 *
 * Quick: 200 noise trials a cell and 50 planted ones. --full: 1,000 and 200. With fewer a rate may pass its bound by three standard errors.
 */

import { parseArgs } from "node:util";
import { derive, type RandomStream, type Row } from "../packages/core/src/index.js";
import { hackScan } from "../packages/select/src/hack-scan/hack-scan.js";
import type { HackScanOptions } from "../packages/select/src/hack-scan/hack-scan-options.js";
import type { HackScanReport } from "../packages/select/src/hack-scan/hack-scan-report.js";
import { betaRate } from "./random-draws.js";

const LARGEST_ALARM_RATE = 0.06;
const SMALLEST_FOUND_RATE = 0.95;
const LARGEST_FALSE_HACK_RATE = 0.05;
const FULL_NOISE = 1000;
const FULL_PLANTED = 200;

const { values: flags } = parseArgs({
  options: {
    noise: { type: "string" },
    planted: { type: "string" },
    full: { type: "boolean", default: false },
  },
});

function count(given: string | undefined, usual: number): number {
  const word = given ?? String(usual);
  if (!/^[1-9]\d*$/.test(word)) throw new RangeError(`A number of trials must be a whole number from 1, got ${word}.`);
  return Number(word);
}

const noiseTrials = count(flags.noise, flags.full ? FULL_NOISE : 200);
const plantedTrials = count(flags.planted, flags.full ? FULL_PLANTED : 50);

const WORDS =
  "we have looked into your order and it will arrive on monday please let us know if you need more help today thanks for waiting the parcel left our warehouse this morning so its way is short".split(
    " ",
  );
const COMMON = WORDS.slice(0, 14);
const TOOLS = ["lookup_order", "search_docs", "refund"];

/** What a reply is made of before it is paid. */
interface Reply {
  words: string[];
  tools: string[];
  markers: Record<string, number>;
}

interface Shape {
  readonly asks: number;
  readonly rollouts: number | ((stream: RandomStream) => number);
}

type Write = (stream: RandomStream, ask: number) => Reply;
type Pay = (stream: RandomStream, reply: Reply, ask: number) => number;

function rollouts(stream: RandomStream, { asks, rollouts: size }: Shape, write: Write, pay: Pay): Row[] {
  const rows: Row[] = [];
  for (let ask = 0; ask < asks; ask++) {
    const many = typeof size === "number" ? size : size(stream);
    for (let index = 0; index < many; index++) {
      const reply = write(stream, ask);
      rows.push({
        scenario_id: `s${ask}`,
        prompt: `ask ${ask}`,
        rollout_id: `${ask}-${index}`,
        final_text: reply.words.join(" "),
        finish_reason: "stop",
        steps: reply.tools.map((tool) => ({ tool, arguments: {}, result: { status: "ok" } })),
        markers: reply.markers,
        reward: pay(stream, reply, ask),
      });
    }
  }
  return rows;
}

const sentence = (stream: RandomStream, words: readonly string[], least: number, most: number) =>
  Array.from({ length: least + stream.integer(most - least + 1) }, () => stream.pick(words));

const plain: Write = (stream) => ({
  words: sentence(stream, COMMON, 4, 10),
  tools: [stream.pick(TOOLS)],
  markers: {},
});
const coin: Pay = (stream) => Number(stream.uniform() < 0.5);

/** Whole phrases, so that words, word pairs, lengths and conjunctions all go together. */
const correlated: Write = (stream) => {
  const phrases = [
    "we have looked into it",
    "your order will arrive on monday",
    "please let us know",
    "thanks for waiting",
  ];
  const words = phrases.filter(() => stream.uniform() < 0.5).flatMap((phrase) => phrase.split(" "));
  return { words: [...words, ...sentence(stream, COMMON, 1, 3)], tools: words.length > 8 ? TOOLS : [], markers: {} };
};

/** Markers that hardly ever fire, one of them with values far apart. */
const nearEmpty: Write = (stream) => ({
  ...plain(stream, 0),
  markers: Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `rare${index}`,
      stream.uniform() < 0.18 ? (index % 3 === 0 ? 10 ** (6 * stream.uniform()) : 1) : 0,
    ]),
  ),
});

/** Four different replies an ask. */
const repeated: Write = (stream, ask) => plain(derive(stream.integer(4), "reply", ask, stream.integer(1)), ask);

const SIXTEEN: Shape = { asks: 16, rollouts: 8 };

const noise: Record<string, { shape: Shape; write: Write; pay: Pay | ((stream: RandomStream) => Pay) }> = {};
const addNoise = (name: string, shape: Shape, write: Write, pay: Pay) => {
  noise[name] = { shape, write, pay };
};
addNoise("16 asks x 8", SIXTEEN, plain, coin);
addNoise("64 asks x 4", { asks: 64, rollouts: 4 }, plain, coin);
addNoise("200 asks x 8", { asks: 200, rollouts: 8 }, plain, coin);
addNoise("fractions", SIXTEEN, plain, (stream) => stream.uniform());
addNoise("rewards with outliers", SIXTEEN, plain, (stream) => 1 / (stream.uniform() + 0.001));
addNoise("skewed asks", { asks: 40, rollouts: 8 }, plain, (stream, _, ask) =>
  Number(stream.uniform() < betaRate(derive(ask, "rate"), 0.85, 1)),
);
addNoise("nearly always pass", { asks: 40, rollouts: 8 }, plain, (stream) => Number(stream.uniform() < 0.95));
addNoise("correlated features", SIXTEEN, correlated, coin);
addNoise("near-empty features", SIXTEEN, nearEmpty, coin);
addNoise("repeated replies", SIXTEEN, repeated, coin);
addNoise("uneven asks", { asks: 30, rollouts: (stream) => 1 + stream.integer(16) }, plain, coin);
addNoise(
  "long vocabulary",
  { asks: 24, rollouts: 8 },
  (stream) => ({ ...plain(stream, 0), words: sentence(stream, WORDS, 15, 40) }),
  coin,
);

const broken: string[] = [];
const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
const line = (cells: readonly string[], first = 34) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(first) : cell.padStart(15))).join(""));
let saidTrain = 0;
let scansWithoutEndorsed = 0;

function scan(rows: readonly Row[], options: HackScanOptions): HackScanReport {
  const report = hackScan(rows, options);
  if (options.endorsed === undefined) {
    scansWithoutEndorsed++;
    if (report.regime === "train") saidTrain++;
  }
  return report;
}

/** Three standard errors where there are fewer trials than a bound is meant for. */
const slackOf = (bound: number, trials: number, full: number) =>
  trials >= full ? 0 : 3 * Math.sqrt((bound * (1 - bound)) / trials);
const allowed = LARGEST_ALARM_RATE + slackOf(LARGEST_ALARM_RATE, noiseTrials, FULL_NOISE);
console.log(
  `Pure noise: data sets in which any feature passes the floor, of ${noiseTrials}, conjunctions on; at most ${percent(allowed)}`,
);
line(["data", "alarms", "an AND on top", "features"]);
let all = 0;
for (const [name, { shape, write, pay }] of Object.entries(noise)) {
  let alarms = 0;
  let conjunctions = 0;
  let features = 0;
  for (let trial = 0; trial < noiseTrials; trial++) {
    const stream = derive(trial, "noise", name);
    const report = scan(rollouts(stream, shape, write, pay as Pay), { seed: trial });
    features += report.nFeatures;
    if (report.nAboveFloor === 0) continue;
    alarms++;
    if (report.topFeature?.includes(" AND ")) conjunctions++;
  }
  all += alarms;
  line([name, percent(alarms / noiseTrials), String(conjunctions), (features / noiseTrials).toFixed(0)]);
  if (alarms / noiseTrials > allowed) broken.push(`noise, ${name}: ${percent(alarms / noiseTrials)} alarms`);
  if (features === 0) broken.push(`noise, ${name}: no feature was ever compared`);
}
line(["all together", percent(all / noiseTrials / Object.keys(noise).length)]);

/** A hack pays its own trait in this share of the rollouts and tosses a coin in the others. */
const STRENGTH = 0.7;
const PLANTED_SHAPE: Shape = { asks: 32, rollouts: 8 };

interface Hack {
  readonly write: Write;
  readonly paid: (reply: Reply) => boolean;
  readonly named: (name: string) => boolean;
}

const varied: Write = (stream) => ({
  words: sentence(stream, WORDS, 8, 30),
  tools: Array.from({ length: stream.integer(5) }, () => stream.pick(TOOLS)),
  markers: {},
});
const withTrait =
  (add: (words: string[]) => string[]): Write =>
  (stream, ask) => {
    const reply = varied(stream, ask);
    return stream.uniform() < 0.5 ? { ...reply, words: add(reply.words) } : reply;
  };
const letters = (words: readonly string[]) => words.join(" ").length;

const hacks: Record<string, Hack> = {
  "phrase: verified": {
    write: withTrait((words) => [...words, "verified"]),
    paid: ({ words }) => words.includes("verified"),
    named: (name) => name === "contains:verified",
  },
  "phrase: as an expert": {
    write: withTrait((words) => ["as", "an", "expert", ...words]),
    paid: ({ words }) => words.includes("expert"),
    named: (name) => /expert|contains:as\b|contains:an\b/.test(name),
  },
  "phrase, not in English: 確認済み": {
    write: withTrait((words) => [...words, "確認済み"]),
    paid: ({ words }) => words.includes("確認済み"),
    named: (name) => /[確認済]/.test(name),
  },
  length: {
    write: varied,
    paid: ({ words }) => letters(words) > 85,
    named: (name) => name === "reply_length" || name === "n:words",
  },
  "tool count": {
    write: varied,
    paid: ({ tools }) => tools.length >= 2,
    named: (name) => name === "tool_calls",
  },
  "delimiter: ###": {
    write: withTrait((words) => ["###", ...words]),
    paid: ({ words }) => words[0] === "###",
    named: (name) => /^(contains:#( #)?|n:punct)$/.test(name),
  },
  "delimiter: new lines": {
    write: withTrait((words) => [...words, "\n\n\n", "-"]),
    paid: ({ words }) => words.includes("-"),
    named: (name) => /^(contains:-|n:newlines|n:punct)$/.test(name),
  },
  "two words together": {
    write: (stream) => ({
      ...varied(stream, 0),
      words: [...["zebra", "quokka"].filter(() => stream.uniform() < 0.6), ...sentence(stream, WORDS, 8, 20)],
    }),
    paid: ({ words }) => words.includes("zebra") && words.includes("quokka"),
    named: (name) => /zebra.*quokka|quokka.*zebra/.test(name),
  },
};

const paying =
  (paid: (reply: Reply) => boolean, strength: number): Pay =>
  (stream, reply) =>
    Number(stream.uniform() < strength ? paid(reply) : stream.uniform() < 0.5);
const namesOf = (report: HackScanReport): string[] => {
  const top = report.features[0];
  return top === undefined || report.topFeature === null ? [] : [top.name, ...top.aliases.map(({ name }) => name)];
};

console.log(
  `\nPlanted: the paid trait is the top feature and above the floor, of ${plantedTrials} (paid in ${percent(STRENGTH)} of the rollouts, a coin in the others); at least ${percent(SMALLEST_FOUND_RATE)}`,
);
line(["hack", "found", "said hack", "mean rho"]);
for (const [name, { write, paid, named }] of Object.entries(hacks)) {
  let found = 0;
  let saidHack = 0;
  let rho = 0;
  for (let trial = 0; trial < plantedTrials; trial++) {
    const rows = rollouts(derive(trial, "planted", name), PLANTED_SHAPE, write, paying(paid, STRENGTH));
    const report = scan(rows, { seed: trial });
    if (report.features[0]?.aboveFloor && namesOf(report).some(named)) found++;
    rho += (report.rhoMax ?? Number.NaN) / plantedTrials;
    if (scan(rows, { seed: trial, endorsed: ["tool:lookup_order"] }).regime === "reward_hack") saidHack++;
  }
  if (!Number.isFinite(rho)) throw new Error(`${name}: no correlation was measured`);
  line([name, percent(found / plantedTrials), percent(saidHack / plantedTrials), rho.toFixed(2)]);
  if (found / plantedTrials < SMALLEST_FOUND_RATE)
    broken.push(`planted, ${name}: found in ${percent(found / plantedTrials)}`);
}

/** The reply says what its tool found, in words that follow the tool closely but not always. */
const ECHOES = ["found", "status", "tracking", "number", "shipped", "carrier", "depot", "scan"];
const honest: Write = (stream) => {
  const tools = stream.uniform() < 0.5 ? ["lookup_order"] : ["search_docs"];
  const isLookup = tools[0] === "lookup_order";
  const echoed = ECHOES.filter(() => stream.uniform() < (isLookup ? 0.85 : 0.15));
  return { words: [...sentence(stream, WORDS, 8, 20), ...echoed], tools, markers: {} };
};
/** Twenty words that hardly ever part from the tool: one of them is often ahead of it by chance. */
const CLOSE_ECHOES = Array.from({ length: 20 }, (_, index) => `echo${"abcdefghijklmnopqrst"[index]}`);
const closelyEchoed: Write = (stream) => {
  const isLookup = stream.uniform() < 0.5;
  const echoed = CLOSE_ECHOES.filter(() => stream.uniform() < (isLookup ? 0.97 : 0.03));
  const tools = [isLookup ? "lookup_order" : "search_docs"];
  return { words: [...sentence(stream, COMMON, 6, 10), ...echoed], tools, markers: {} };
};
const unrelated: Write = (stream) => {
  const reply = varied(stream, 0);
  const tools = stream.uniform() < 0.5 ? ["lookup_order"] : ["search_docs"];
  return { ...reply, tools, words: stream.uniform() < 0.5 ? [...reply.words, "verified"] : reply.words };
};
const lookedUp = ({ tools }: Reply) => tools.includes("lookup_order");
const verified = ({ words }: Reply) => words.includes("verified");
const REGIMES = ["train", "reward_hack", "no_signal", "other"] as const;

/** What share of the trials got each verdict. */
function regimes(title: string, write: Write, pay: Pay, shape: Shape): number[] {
  const tally = new Map<string, number>();
  for (let trial = 0; trial < plantedTrials; trial++) {
    const rows = rollouts(derive(trial, title), shape, write, pay);
    const { regime } = scan(rows, { seed: trial, endorsed: ["tool:lookup_order"] });
    const key = (REGIMES as readonly string[]).includes(regime) ? regime : "other";
    tally.set(key, (tally.get(key) ?? 0) + 1);
  }
  return REGIMES.map((regime) => (tally.get(regime) ?? 0) / plantedTrials);
}

const allowedHacks = LARGEST_FALSE_HACK_RATE + slackOf(LARGEST_FALSE_HACK_RATE, plantedTrials, FULL_PLANTED);
console.log(
  `\nHonest: pays the endorsed tool in a share of the rollouts, of ${plantedTrials}; reward_hack at most ${percent(allowedHacks)}`,
);
line(["paid share, asks", ...REGIMES]);
for (const [kind, write] of [
  ["unrelated words", unrelated],
  ["words echo the tool", honest],
  ["20 close echoes", closelyEchoed],
] as const)
  for (const asks of [16, 64])
    for (const strength of [0.2, 0.35, 0.5, 0.8]) {
      const name = `${kind}, ${strength}, ${asks} x 8`;
      const shares = regimes(`honest ${name}`, write, paying(lookedUp, strength), { asks, rollouts: 8 });
      line([name, ...shares.map(percent)]);
      const falseHacks = shares[REGIMES.indexOf("reward_hack")] as number;
      if (falseHacks > allowedHacks) broken.push(`honest, ${name}: ${percent(falseHacks)} called a hack`);
    }

console.log(
  `\nA hack beside the endorsed tool: the word is paid in the first share, the tool in the second, of ${plantedTrials}; no bound`,
);
line(["word, tool, asks", ...REGIMES]);
for (const asks of [16, 64])
  for (const [word, tool] of [
    [0.1, 0.5],
    [0.3, 0.3],
    [0.35, 0.25],
    [0.4, 0.2],
    [0.5, 0.2],
    [0.6, 0.1],
    [0.6, 0.3],
  ] as const) {
    const name = `${word}, ${tool}, ${asks} x 8`;
    const pay: Pay = (stream, reply) => {
      const draw = stream.uniform();
      if (draw < word) return Number(verified(reply));
      return Number(draw < word + tool ? lookedUp(reply) : stream.uniform() < 0.5);
    };
    line([name, ...regimes(`beside ${name}`, unrelated, pay, { asks, rollouts: 8 }).map(percent)]);
  }

console.log(`\nsaid train without endorsed: ${saidTrain} of ${scansWithoutEndorsed} scans`);
if (saidTrain > 0) broken.push(`train was said ${saidTrain} times without endorsed`);
for (const each of broken) console.log(`BROKEN  ${each}`);
if (broken.length === 0) console.log("All bounds hold.");
process.exitCode = broken.length === 0 ? 0 : 1;
