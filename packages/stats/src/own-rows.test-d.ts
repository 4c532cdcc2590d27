import { compareRuns, passAt } from "./index.js";

// Rows that the caller declares as an interface are rows too.
interface OwnRow {
  scenario_id: string;
  reward: number;
  ticket: { id: number };
}
declare const own: OwnRow[];
const rates: readonly (number | null)[] = [passAt(own).passAt1, compareRuns(own, own).nPaired];
console.log(rates);

// What must not.

interface NoRow {
  scenario_id: () => void;
}
declare const noRows: NoRow[];
// @ts-expect-error a field of rows with another type
passAt(noRows);
// @ts-expect-error a field of rows with another type
compareRuns(own, noRows);
