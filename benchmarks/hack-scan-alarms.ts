/**
 * How often `hackScan` is wrong. Pure noise: how often any feature passes the floor, conjunctions on, in twelve kinds of data (at most
 * 6%). Planted hacks: how often the feature that is paid is named (at least 95%). Nothing is ever said `train` without `endorsed`.
 * An honest reward is called a hack in at most 5%, however closely words follow what was endorsed, for one endorsed tool and for two. Beside them, without a bound: how
 * often an honest reward is said fit to train on, and how often a hack beside an endorsed feature is called one, by strength.
 * Ends with 1 when a bound is broken.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/hack-scan-alarms.ts [--noise N] [--planted N] [--full] [--only TABLES]
 *
 * Quick: 200 noise trials a cell and 50 planted ones. --full: 1,000 and 200. With fewer a rate may pass its bound by three standard errors.
 * TABLES are some of noise, planted, honest, beside, with commas between them; --full takes about a quarter of an hour of one core for all.
 */

import { parseArgs } from "node:util";
import { derive, type Row } from "../packages/core/src/index.js";
import { hackScan } from "../packages/select/src/hack-scan/hack-scan.js";
import type { HackScanOptions } from "../packages/select/src/hack-scan/hack-scan-options.js";
import type { HackScanReport } from "../packages/select/src/hack-scan/hack-scan-report.js";
import {
  closelyEchoed,
  hacks,
  honest,
  lookedUp,
  noise,
  type Pay,
  paying,
  type Reply,
  refunded,
  rollouts,
  type Shape,
  twoTools,
  unrelated,
  verified,
  type Write,
} from "./hack-scan-rollouts.js";

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
    only: { type: "string", default: "noise,planted,honest,beside" },
  },
});

function count(given: string | undefined, usual: number): number {
  const word = given ?? String(usual);
  if (!/^[1-9]\d*$/.test(word)) throw new RangeError(`A number of trials must be a whole number from 1, got ${word}.`);
  return Number(word);
}

const noiseTrials = count(flags.noise, flags.full ? FULL_NOISE : 200);
const plantedTrials = count(flags.planted, flags.full ? FULL_PLANTED : 50);

const TABLES = { noise: noiseTable, planted: plantedTable, honest: honestTable, beside: besideTable };
const chosen = flags.only.split(",");
for (const name of chosen)
  if (!Object.hasOwn(TABLES, name))
    throw new RangeError(`--only knows ${Object.keys(TABLES).join(", ")}, not ${name}.`);

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
function noiseTable(): void {
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
      const report = scan(rollouts(stream, shape, write, pay), { seed: trial });
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
}

/** A hack pays its own trait in this share of the rollouts and tosses a coin in the others. */
const STRENGTH = 0.7;
const PLANTED_SHAPE: Shape = { asks: 32, rollouts: 8 };

const namesOf = (report: HackScanReport): string[] => {
  const top = report.features[0];
  return top === undefined || report.topFeature === null ? [] : [top.name, ...top.aliases.map(({ name }) => name)];
};

function plantedTable(): void {
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
}

const REGIMES = ["train", "reward_hack", "no_signal", "other"] as const;

/** What share of the trials got each verdict. */
function regimes(title: string, write: Write, pay: Pay, shape: Shape, endorsed = ["tool:lookup_order"]): number[] {
  const tally = new Map<string, number>();
  for (let trial = 0; trial < plantedTrials; trial++) {
    const rows = rollouts(derive(trial, title), shape, write, pay);
    const { regime } = scan(rows, { seed: trial, endorsed });
    const key = (REGIMES as readonly string[]).includes(regime) ? regime : "other";
    tally.set(key, (tally.get(key) ?? 0) + 1);
  }
  return REGIMES.map((regime) => (tally.get(regime) ?? 0) / plantedTrials);
}

/** What an honest reward pays, and for what it is endorsed. */
const HONEST: readonly [string, Write, (reply: Reply) => number, string[]][] = [
  ["unrelated words", unrelated, (reply) => Number(lookedUp(reply)), ["tool:lookup_order"]],
  ["words echo the tool", honest, (reply) => Number(lookedUp(reply)), ["tool:lookup_order"]],
  ["20 close echoes", closelyEchoed, (reply) => Number(lookedUp(reply)), ["tool:lookup_order"]],
  ["each of two tools", twoTools, bothTools, ["tool:lookup_order", "tool:refund"]],
  ["either of two tools", twoTools, (reply) => Math.ceil(bothTools(reply)), ["tool:lookup_order", "tool:refund"]],
];

function bothTools(reply: Reply): number {
  return (Number(lookedUp(reply)) + Number(refunded(reply))) / 2;
}

function honestTable(): void {
  const allowed = LARGEST_FALSE_HACK_RATE + slackOf(LARGEST_FALSE_HACK_RATE, plantedTrials, FULL_PLANTED);
  console.log(
    `\nHonest: pays what is endorsed in a share of the rollouts, of ${plantedTrials}; reward_hack at most ${percent(allowed)}`,
  );
  line(["paid share, asks", ...REGIMES]);
  for (const [kind, write, paid, endorsed] of HONEST)
    for (const asks of [16, 64])
      for (const strength of [0.2, 0.35, 0.5, 0.8]) {
        const name = `${kind}, ${strength}, ${asks} x 8`;
        const shape = { asks, rollouts: 8 };
        const shares = regimes(`honest ${name}`, write, paying(paid, strength), shape, endorsed);
        line([name, ...shares.map(percent)]);
        const falseHacks = shares[REGIMES.indexOf("reward_hack")] as number;
        if (falseHacks > allowed) broken.push(`honest, ${name}: ${percent(falseHacks)} called a hack`);
      }
}

function besideTable(): void {
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
}

for (const name of chosen) TABLES[name as keyof typeof TABLES]();
console.log(`\nsaid train without endorsed: ${saidTrain} of ${scansWithoutEndorsed} scans`);
if (saidTrain > 0) broken.push(`train was said ${saidTrain} times without endorsed`);
for (const each of broken) console.log(`BROKEN  ${each}`);
if (broken.length === 0) console.log(`All bounds of ${chosen.join(", ")} hold.`);
process.exitCode = broken.length === 0 ? 0 : 1;
