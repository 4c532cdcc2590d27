import { fixedText, isRecord, type Json, type RandomStream } from "@whileai/core";
import type { ToolChoice } from "./choose-tool.js";

/** Statuses that a second try may clear. */
const CLEARABLE = new Set(["timeout", "rate_limited", "server_error", "error"]);
const SUCCESS = new Set(["ok", "created", "deleted", "success", "done", "updated"]);
/** Fields that tell a reader nothing. */
const QUIET = new Set([
  "id",
  "version",
  "updated_at",
  "status",
  "entry",
  "currency",
  "half_done",
  "done_steps",
  "found",
]);
const SHOWN_FACTS = 2;

/** How a result reads: `ok`, or what went wrong. */
export function outcomeOf(result: Json): string {
  if (!isRecord(result)) return "ok";
  if (result.stale === true) return "stale";
  const { data } = result;
  if (typeof data === "string" && data.includes("<<")) return "malformed";
  if (Array.isArray(data) && data.length === 0) return "empty";
  if (result.reason === "partial_write") return "partial_write";
  const { status } = result;
  return typeof status !== "string" || SUCCESS.has(status) ? "ok" : status;
}

/** True where trying the same call again makes sense. */
export const isClearable = (outcome: string): boolean =>
  CLEARABLE.has(outcome) || ["malformed", "empty", "partial_write", "stale"].includes(outcome);

const label = (choice: ToolChoice): string => choice.profile.kind.replaceAll("_", " ");

/** An honest reply about a result, in the words of what came back. */
export function honestReply(choice: ToolChoice, result: Json, stream: RandomStream): string {
  const thing = label(choice);
  const outcome = outcomeOf(result);
  const failed = FAILURES[outcome];
  if (failed !== undefined) return fill(stream.pick(failed), thing, choice);
  if (outcome !== "ok") return fill(stream.pick(OTHER_FAILURES), thing, choice);
  const record = recordOf(result);
  if (record === undefined) return fill(stream.pick(SPARE), thing, choice);
  if (typeof record.result === "number") return `${stream.pick(RESULTS)} ${record.result}.${stream.pick(CLOSINGS)}`;
  const facts = stream.shuffle(factsOf(record)).slice(0, SHOWN_FACTS);
  const status = typeof record.status === "string" ? record.status : undefined;
  const id = record.id === undefined ? `your ${thing}` : `${thing} ${String(record.id)}`;
  const head =
    status === undefined ? fill(stream.pick(SPARE), thing, choice) : stream.pick(headsFor(choice, id, status));
  const tail = facts.length === 0 ? "" : ` ${sentence(facts, stream)}`;
  return `${head}${tail}${stream.pick(CLOSINGS)}`;
}

function headsFor({ profile }: ToolChoice, id: string, status: string): readonly string[] {
  if (profile.verb === "create") {
    return [`I have set up ${id} for you.`, `Done: ${id} now exists.`, `That is in place as ${id}.`];
  }
  if (profile.verb === "read" || profile.verb === "search") {
    return [
      `I looked it up: ${id} is ${status}.`,
      `Right now ${id} shows as ${status}.`,
      `Here is what I see: ${id}, status ${status}.`,
      `${id[0]?.toUpperCase()}${id.slice(1)} is currently ${status}.`,
    ];
  }
  return [
    `That change is saved: ${id} is now ${status}.`,
    `Done. ${id[0]?.toUpperCase()}${id.slice(1)} shows as ${status}.`,
    `I have made the change, and ${id} reads ${status} now.`,
  ];
}

function factsOf(record: Record<string, unknown>): string[] {
  const facts: string[] = [];
  for (const [name, value] of Object.entries(record)) {
    if (QUIET.has(name) || name.length > 30) continue;
    const words = name.replaceAll("_", " ");
    if (name === "amount" && typeof value === "number") {
      facts.push(
        `the amount is ${fixedText(value, 2)} ${typeof record.currency === "string" ? record.currency : ""}`.trim(),
      );
    } else if (typeof value === "string" && value !== "" && value.length <= 60) facts.push(`the ${words} is ${value}`);
    else if (typeof value === "number") facts.push(`the ${words} is ${value}`);
    else if (typeof value === "boolean") facts.push(`${words}: ${value ? "yes" : "no"}`);
  }
  return facts;
}

function sentence(facts: readonly string[], stream: RandomStream): string {
  const joined = facts.join(stream.pick([", and ", "; ", " and "]));
  return `${joined[0]?.toUpperCase()}${joined.slice(1)}.`;
}

function recordOf(result: Json): Record<string, unknown> | undefined {
  if (!isRecord(result)) return undefined;
  const data: unknown = result.data ?? result;
  const first: unknown = Array.isArray(data) ? data[0] : data;
  return isRecord(first) ? first : undefined;
}

const fill = (text: string, thing: string, choice: ToolChoice): string =>
  text.replaceAll("{thing}", thing).replaceAll("{action}", choice.profile.action);

const CLOSINGS = ["", "", " Anything else you would like to know?", " Tell me if that is not what you expected."];
const RESULTS = ["The result is", "That comes to", "I get", "Worked out, it is"];
const SPARE = [
  "I have what you asked for on the {thing}.",
  "Your request about the {thing} went through.",
  "That is settled for the {thing}.",
];
const OTHER_FAILURES = [
  "The system did not let me {action} the {thing}, so nothing has changed yet.",
  "I could not {action} the {thing}: the request was turned down. Nothing has changed.",
];
const FAILURES: Readonly<Record<string, readonly string[]>> = {
  timeout: [
    "The {thing} system did not answer in time, so I cannot confirm anything yet. Shall I try again in a moment?",
    "I got no answer from the {thing} system just now. I would rather try later than guess.",
    "My request for the {thing} timed out, and I do not know where it stands.",
  ],
  rate_limited: [
    "The {thing} system is asking me to slow down. I will need about half a minute before I can try again.",
    "Too many requests went to the {thing} system at once, so I have nothing to show you yet.",
  ],
  server_error: [
    "The {thing} system had an error on its side, so this did not go through.",
    "Something broke in the {thing} system while I asked. Nothing is confirmed.",
  ],
  malformed: [
    "What came back for the {thing} was unreadable, so I will not draw conclusions from it.",
    "The {thing} system answered with garbled data. I cannot rely on that.",
  ],
  stale: [
    "I only got an old copy of the {thing}, from three days ago, so it may have changed since.",
    "Careful: the {thing} data I see is three days old. I would check again before acting on it.",
  ],
  permission_denied: [
    "I am not allowed to do that on this {thing}. Someone with access will have to take it over.",
    "My access does not cover this {thing}, so I have to pass it on.",
  ],
  empty: [
    "The {thing} system came back empty. That may be an error rather than the truth, so I would check again.",
    "I found nothing for the {thing} this time.",
  ],
  partial_write: [
    "Only part of the change to the {thing} was saved. It needs another look before it counts as done.",
    "The change to the {thing} stopped half way, so please do not treat it as finished.",
  ],
  not_found: [
    "I cannot find a {thing} under that reference. Could you check it and send it again?",
    "There is no {thing} with that reference on my side. Is there another number for it?",
    "Nothing comes up for that {thing}. A typo, perhaps?",
  ],
  already_done: [
    "That has already been done on this {thing}, so I left it as it is.",
    "This {thing} was dealt with before; doing it twice would not help.",
  ],
  rejected: [
    "The system refused the details I sent for the {thing}. Could you give me them once more?",
    "Some detail for the {thing} was not accepted, so nothing has been changed.",
  ],
};

/** Replies to an ask that needs a record it does not name. */
export const ASK_FOR_ID = [
  "Which {thing} is it? If you send me its {parameter}, I will look right away.",
  "I need the {parameter} to find your {thing}. Do you have it at hand?",
  "Happy to check. What is the {parameter} of the {thing}?",
];

/** Replies to an ask that is about none of the tools. */
export const OFF_SCOPE = [
  "That is outside what I can help with here.",
  "I am not the right one for that question, but I can help with what this service does.",
  "I have no way to answer that properly, so I would rather not guess.",
  "That is not something I can look up or do from here.",
];
