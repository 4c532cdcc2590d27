import {
  combinedDifference,
  compareMany,
  compareRuns,
  correctedPassRate,
  coverageGap,
  createFailureTable,
  createPassAt,
  deltaReport,
  evalPower,
  evalVariance,
  failureTable,
  holdoutSize,
  logprobReport,
  manyTaskValues,
  markerNames,
  markerSummary,
  meanKl,
  meanReward,
  metricSummary,
  passAt,
  stalenessReport,
  taskMeans,
  taskOrRollouts,
  taskValues,
} from "./index.js";

// Rows that the caller declares as an interface are rows too, also where what they hold is declared as interfaces or may not
// be written to.
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
  token_logprobs: readonly number[];
}
declare const own: readonly OwnRow[];
declare const one: OwnRow;
const rates: readonly (number | null)[] = [passAt(own).passAt1, compareRuns(own, own).nPaired];
console.log(rates, compareMany({ a: own, b: own }), combinedDifference(own, own), deltaReport(own, own));
console.log(deltaReport(own, own, { trainRuns: { before: [own], after: [own] } }), coverageGap(own, { rows: own }));
console.log(correctedPassRate(own), failureTable(own), createFailureTable().add(one), createPassAt().add(one));
console.log(evalPower(own), evalVariance([own, own]), holdoutSize(0.1, { before: own, after: own }));
console.log(taskOrRollouts(own, { after: own }), logprobReport(own), meanKl(own, { ref: own }), stalenessReport(own));
console.log(markerNames(own), markerSummary(own), meanReward(own), metricSummary(own), taskMeans(own));
console.log(taskValues(own, "pass_at_1"), manyTaskValues(own, ["pass_at_1"]));

// Rows in place may have what fields they like.
console.log(passAt([{ scenario_id: "a", reward: 1, colour: "red" }]), createPassAt().add({ reward: 1, colour: "red" }));

// What must not.

interface NoRow {
  scenario_id: () => void;
}
declare const noRows: NoRow[];
// @ts-expect-error a field of rows with another type
passAt(noRows);
// @ts-expect-error a field of rows with another type
compareRuns(own, noRows);
// @ts-expect-error a field of rows with another type
deltaReport(noRows, own);
interface NoStep {
  tool: { name: string };
}
declare const noSteps: { reward: number; steps: NoStep[] }[];
// @ts-expect-error a field of steps with another type
failureTable(noSteps);
