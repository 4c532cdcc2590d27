import { exportPairs, exportRows } from "./export/index.js";
import {
  buildPreferencePairs,
  calibrate,
  createDecontaminator,
  curriculum,
  decontaminate,
  decontaminateSemantic,
  gateSplit,
  gradientGate,
  groupAdvantages,
  groupSignal,
  HackMonitor,
  hackScan,
  hackScanDiff,
  handFeatures,
  nearDuplicatePrompts,
  nextRound,
  optimize,
  refusalReport,
  retireSolved,
  rewardCorrelations,
  splitHoldout,
  styleHits,
  styleMarkers,
  styleReport,
  toTrlPreference,
  traceFlagNames,
  traceFlagReport,
  traceFlags,
  traceMarkers,
} from "./index.js";
import { createThreadedDecontaminator, decontaminateInThreads } from "./node/index.js";

// Rows that the caller declares as an interface are rows too, and keep their own fields. So are they where what they hold
// is declared as interfaces, or may not be written to.
interface OwnStep {
  tool: string;
  arguments: Record<string, unknown>;
  result: { status: string };
}
interface OwnPart {
  type: "text";
  text: string;
}
interface OwnMessage {
  role: string;
  content: string | null | readonly OwnPart[];
}
interface OwnFields {
  polite: number;
}
interface OwnRow {
  scenario_id: string;
  prompt: string;
  reward: number;
  ticket: { id: number };
  readonly steps: readonly OwnStep[];
  messages: OwnMessage[];
  privileged: OwnFields;
  markers: OwnFields;
  lineage: OwnFields;
  scenario_dimensions: OwnFields;
  sampling: OwnFields;
  tools_used: readonly string[];
  token_ids: readonly number[];
}
declare const own: readonly OwnRow[];
declare const one: OwnRow;
const tickets: readonly (number | undefined)[] = [
  optimize(own).rows[0]?.ticket.id,
  optimize(own, { mode: "sft" }).rows[0]?.ticket.id,
  optimize(own, { mode: "rl", prior: own }).rows[0]?.ticket.id,
  buildPreferencePairs(own).pairs[0]?.chosen.ticket.id,
  retireSolved(own)[0]?.ticket.id,
  splitHoldout(own, 0.2).train[0]?.ticket.id,
  gateSplit(own).train[0]?.ticket.id,
  gateSplit(own).holdout[0]?.ticket.id,
  calibrate(own).rows[0]?.ticket.id,
  styleMarkers(own)[0]?.ticket.id,
  traceMarkers(own)[0]?.ticket.id,
  decontaminate(own, { against: own }).rows[0]?.ticket.id,
  [...createDecontaminator(own).filter(own)][0]?.ticket.id,
  (await decontaminateInThreads(own, { against: own })).rows[0]?.ticket.id,
  (await decontaminateSemantic(own, { against: own, embedder: async () => [[1]] })).rows[0]?.ticket.id,
];
const back: readonly OwnRow[] = [...optimize(own).rows, ...traceMarkers(own)];
const status: string | undefined = optimize(own).rows[0]?.steps[0]?.result.status;
console.log(
  tickets,
  back,
  status,
  traceMarkers(own)[0]?.markers?.honest_claims === 0,
  traceMarkers(own)[0]?.trace_flags,
);
for await (const { ticket } of createThreadedDecontaminator(own).filter(own)) console.log(ticket.id);
console.log(toTrlPreference(buildPreferencePairs(own).pairs), exportPairs(buildPreferencePairs(own).pairs));
console.log(curriculum(own), nextRound(own, { tasks: own }), groupSignal(own), groupAdvantages(own), gradientGate(own));
console.log(hackScan(own), hackScanDiff(own, own), rewardCorrelations(own), exportRows(own), nearDuplicatePrompts(own));
console.log(traceFlagReport(own), styleReport(own), refusalReport(own), createDecontaminator(own).check(one));
console.log(traceFlags(one), traceFlagNames(one), styleHits(one), handFeatures(one));
const rate: number | undefined = calibrate(own).rows[0]?.calibration?.pass_rate as number | undefined;
console.log(rate);

const monitor = new HackMonitor();
interface OwnSample {
  prompt: string;
  completion: readonly OwnMessage[];
  reward: number;
}
declare const samples: readonly OwnSample[];
interface OwnScore {
  task_id: string;
  final_text: string;
  proxy: number;
  gold: number | null;
}
declare const scores: readonly OwnScore[];
monitor.observe({ step: 1, rows: samples });
monitor.observe({ step: 1, rows: own });
console.log(monitor.evaluate({ step: 1, rows: scores }));

// Rows in place may have what fields they like, and so may their steps.
const step = { tool: "get_order", took: 3, tries: [1] };
console.log(groupSignal([{ scenario_id: "a", reward: 1, colour: "red", steps: [step, { tool: "refund", took: 1 }] }]));
console.log(traceFlags({ final_text: "I verified it.", colour: "red", steps: [{ thought: "none" }] }));
console.log(styleMarkers([{ final_text: "Sure!", colour: "red" }])[0]?.markers?.no_sycophancy);

// Steps with none of our fields are steps.
interface OtherStep {
  thought: string;
}
declare const others: { prompt: string; reward: number; steps: OtherStep[] }[];
console.log(groupSignal(others), optimize(others).rows[0]?.steps[0]?.thought);

// What must not.

interface NoRow {
  scenario_id: () => void;
}
declare const noRows: NoRow[];
// @ts-expect-error a field of rows with another type
optimize(noRows);
// @ts-expect-error a field of rows with another type
buildPreferencePairs(noRows);
// @ts-expect-error a field of rows with another type
gateSplit(noRows);
// @ts-expect-error a field of rows with another type
groupSignal(noRows);
// @ts-expect-error a field of rows with another type
traceMarkers(noRows);
// @ts-expect-error a field of rows with another type
styleHits({ scenario_id: () => {} });

interface NoStep {
  tool: { name: string };
}
declare const noSteps: { prompt: string; steps: NoStep[] }[];
// @ts-expect-error a field of steps with another type
optimize(noSteps);
// @ts-expect-error a field of steps with another type
traceMarkers(noSteps);
declare const words: { prompt: string; steps: string[] }[];
// @ts-expect-error steps that are texts
groupSignal(words);
