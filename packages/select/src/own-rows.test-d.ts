import { exportPairs, exportRows } from "./export/index.js";
import {
  buildPreferencePairs,
  calibrate,
  curriculum,
  gateSplit,
  gradientGate,
  groupAdvantages,
  groupSignal,
  hackScan,
  hackScanDiff,
  nextRound,
  optimize,
  refusalReport,
  retireSolved,
  rewardCorrelations,
  splitHoldout,
  styleReport,
  toTrlPreference,
  traceFlagReport,
} from "./index.js";

// Rows that the caller declares as an interface are rows too, and keep their own fields.
interface OwnRow {
  scenario_id: string;
  prompt: string;
  reward: number;
  ticket: { id: number };
}
declare const own: OwnRow[];
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
];
console.log(tickets, toTrlPreference(buildPreferencePairs(own).pairs), exportPairs(buildPreferencePairs(own).pairs));
console.log(curriculum(own), nextRound(own, { tasks: own }), groupSignal(own), groupAdvantages(own), gradientGate(own));
console.log(hackScan(own), hackScanDiff(own, own), rewardCorrelations(own), exportRows(own));
console.log(traceFlagReport(own), styleReport(own), refusalReport(own));
const rate: number | undefined = calibrate(own).rows[0]?.calibration?.pass_rate as number | undefined;
console.log(rate);

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
