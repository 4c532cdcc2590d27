import type { CompletionRequest } from "@whileai/core";
import { decisionRequest } from "@whileai/core/backends";
import { recordBlock } from "../judge/judge-message.js";
import { shortHash } from "../judge/judge-version.js";
import { replySchema } from "../judge/reply-schema.js";
import { readDecisionAnswers } from "../typesafe/read-decision-answers.js";
import { type PairPromptSettings, pairDecisionPrompt, pairSystemPrompt } from "./pair-prompt.js";
import { type ParsedPairReply, parsePairReply, winnerOf } from "./parse-pair-reply.js";
import { PAIR_QUESTION, PAIR_REPEAT_RULE } from "./prompts/pair-rules.js";

/** How a service is asked about two records and how its reply is read. */
export interface PairWay {
  readonly prompt: string;
  /** All fixed texts, for the version. */
  readonly judged: string;
  /** Whether an answer that cannot be read is worth a second question. */
  readonly repeats: boolean;
  request(a: string, b: string): CompletionRequest;
  parse(reply: string, evidence: string): ParsedPairReply;
}

/** A chat model, which answers in words. */
export function chatWay(settings: PairPromptSettings, maxTokens: number): PairWay {
  const prompt = pairSystemPrompt(settings);
  return {
    prompt,
    judged: `${prompt}|repeat:${PAIR_REPEAT_RULE}`,
    repeats: true,
    request: (a, b) => ({
      messages: [
        { role: "system", content: prompt },
        { role: "user", content: `${recordBlock("RECORD A", a)}\n\n${recordBlock("RECORD B", b)}` },
      ],
      temperature: 0,
      maxTokens,
      jsonSchema: WINNER_SCHEMA,
    }),
    parse: (reply, evidence) => parsePairReply(reply, { evidence }),
  };
}

/** A decision service, which chooses a label. */
export function decisionWay(settings: PairPromptSettings): PairWay {
  const prompt = pairDecisionPrompt(settings);
  const { instructions, ...criteria } = PAIR_QUESTION;
  const questions = { winner: { type: "choice" as const, instructions, criteria } };
  return {
    prompt,
    judged: `${prompt}|decision:${shortHash(JSON.stringify(questions))}`,
    repeats: false,
    request: (a, b) => decisionRequest({ state: { instructions: prompt, record_a: a, record_b: b }, questions }),
    parse: (reply) => {
      const answer = readDecisionAnswers(reply).get("winner");
      const winner = answer?.type === "choice" ? winnerOf(answer.choice) : null;
      return winner === null ? { winner, reason: "", problem: "the service chose no label" } : { winner, reason: "" };
    },
  };
}

const WINNER_SCHEMA = replySchema("comparison", "winner", { type: "string", enum: ["A", "B", "tie"] });
