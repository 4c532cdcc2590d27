import { taskKey } from "@whileai/core";
import type { LabelledPair } from "./labelled-pairs.js";
import { share } from "./share.js";
import { taskHalf } from "./task-half.js";

/** Agreement on one half of the tasks. */
interface HalfAgreement {
  readonly n: number;
  readonly agreement: number | null;
}

/** Agreement on the two halves of the tasks, so that a rubric can be tuned on one and checked on the other. */
export interface HalfAgreements {
  readonly a: HalfAgreement;
  readonly b: HalfAgreement;
  /** How far the two lie apart; null where a half is empty. */
  readonly gap: number | null;
}

/** Agreement by task half (`taskHalf`): half a is 0, half b is 1. */
export function halfAgreements(pairs: readonly LabelledPair[]): HalfAgreements {
  const half = (side: 0 | 1) => {
    const own = pairs.filter(({ row }) => taskHalf(taskKey(row)) === side);
    const agreed = own.filter(({ gold, judge }) => gold === judge).length;
    return { n: own.length, agreed, agreement: share(agreed, own.length) };
  };
  const [{ agreed: inA, ...a }, { agreed: inB, ...b }] = [half(0), half(1)];
  return { a, b, gap: share(Math.abs(inA * b.n - inB * a.n), a.n * b.n) };
}
