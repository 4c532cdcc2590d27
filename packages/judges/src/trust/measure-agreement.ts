import { cohenKappa, gwetAC1, type Interval, type KappaResult, wilsonInterval } from "@whileai/core";
import { share } from "./share.js";

/** How often a judge said what the labels say. Rates are shares in [0, 1], null where there is nothing to divide by. */
export interface AgreementNumbers {
  /** Rows that both decided. */
  readonly n: number;
  readonly agreement: number | null;
  /** Wilson's 95% interval of the agreement. */
  readonly ci95: Interval | null;
  /** Cohen's kappa; null with `kappaReason` where it says nothing. */
  readonly kappa: number | null;
  readonly kappaReason: KappaResult["reason"];
  /** Gwet's AC1, which keeps its meaning where one class is rare. */
  readonly ac1: number | null;
  readonly confusion: { readonly tp: number; readonly fp: number; readonly fn: number; readonly tn: number };
  /** The leak: share of wrong rows that the judge passes. */
  readonly passWhenGoldFail: number | null;
  readonly failWhenGoldPass: number | null;
  readonly judgePassRate: number | null;
  readonly goldPassRate: number | null;
  /** True when the labels are all of one class: the judge cannot be told from one that always says it. */
  readonly oneClass: boolean;
}

/** The numbers of agreement for pairs of 0/1 labels. */
export function measureAgreement(pairs: readonly { readonly gold: 0 | 1; readonly judge: 0 | 1 }[]): AgreementNumbers {
  const count = (gold: 0 | 1, judge: 0 | 1): number =>
    pairs.filter((pair) => pair.gold === gold && pair.judge === judge).length;
  const confusion = { tp: count(1, 1), fp: count(0, 1), fn: count(1, 0), tn: count(0, 0) };
  const { tp, fp, fn, tn } = confusion;
  const n = pairs.length;
  const table = [
    [tp, fn],
    [fp, tn],
  ];
  const { kappa, reason, agreement } = cohenKappa(table);
  return {
    n,
    agreement,
    ci95: wilsonInterval(tp + tn, n),
    kappa,
    kappaReason: reason,
    ac1: gwetAC1(table).ac1,
    confusion,
    passWhenGoldFail: share(fp, fp + tn),
    failWhenGoldPass: share(fn, fn + tp),
    judgePassRate: share(tp + fp, n),
    goldPassRate: share(tp + fn, n),
    oneClass: reason === "one_class",
  };
}
