import { isRecord, type JudgeContext, type JudgeObject, type Row } from "@whileai/core";
import { type PairAnswer, pairDecision } from "./pair-decision.js";
import { type PairOrdering, pairOrders } from "./pair-orders.js";
import { type PairWinner, winnerOf } from "./parse-pair-reply.js";
import { sideRow } from "./preference-pair.js";

/** A judge of pairs as a function: which of two rows is better, null for no answer. */
export type PairFunction = (
  a: Readonly<Row>,
  b: Readonly<Row>,
  context: JudgeContext,
) => PairFunctionAnswer | Promise<PairFunctionAnswer>;

/** What such a function may return. */
export type PairFunctionAnswer =
  | PairWinner
  | null
  | { readonly winner: PairWinner | null; readonly reason?: string | undefined };

const ANONYMOUS = "lambda_judge";

/** A function of two rows as a judge over pairs, asked in both orders or in one. */
export function functionPairJudge(compare: PairFunction, ordering: PairOrdering): JudgeObject {
  return {
    name: compare.name === "" ? ANONYMOUS : compare.name,
    judge: async (pair, context) => {
      const [chosen, rejected] = [sideRow(pair, "chosen"), sideRow(pair, "rejected")];
      if (chosen === undefined || rejected === undefined)
        return { reward: null, reason: "the pair lacks a side that is a row or a text" };
      const answers: PairAnswer[] = [];
      for (const order of pairOrders(pair, ordering)) {
        const [a, b] = order === "chosen_first" ? [chosen, rejected] : [rejected, chosen];
        answers.push({ ...readAnswer(await compare(a, b, context)), order });
      }
      return pairDecision(answers);
    },
  };
}

function readAnswer(answer: unknown): { winner: PairWinner | null; reason: string } {
  if (!isRecord(answer)) return { winner: winnerOf(answer), reason: "" };
  return { winner: winnerOf(answer.winner), reason: typeof answer.reason === "string" ? answer.reason : "" };
}
