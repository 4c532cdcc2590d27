import { taskKey } from "@whileai/core";
import type { LabelledPair } from "./labelled-pairs.js";
import { share } from "./measure-agreement.js";
import { taskHalf } from "./task-half.js";

/** Agreement on one half of the tasks. */
export interface HalfAgreement {
  readonly n: number;
  readonly agreement: number | null;
}

/** Agreement on the two halves of the tasks, so that a rubric can be tuned on one and checked on the other. */
export interface HalfAgreements {
  readonly a: HalfAgreement;
  readonly b: HalfAgreement;
}

/** Agreement by task half (`taskHalf`): half a is 0, half b is 1. */
export function halfAgreements(pairs: readonly LabelledPair[]): HalfAgreements {
  const half = (side: 0 | 1): HalfAgreement => {
    const own = pairs.filter(({ row }) => taskHalf(taskKey(row)) === side);
    return { n: own.length, agreement: share(own.filter(({ gold, judge }) => gold === judge).length, own.length) };
  };
  return { a: half(0), b: half(1) };
}
