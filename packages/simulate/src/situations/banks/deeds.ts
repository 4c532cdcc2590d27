import type { AskKind } from "./verbs.js";

/** What was done about a request before, by others. `{it}` is what the request is about. */
export interface Deed {
  /** Completes "your colleague …": an attempt. */
  readonly tried: string;
  /** Completes "your colleague …": a beginning. */
  readonly begun: string;
  /** Completes "I told her …": the contrary of the request. */
  readonly opposite: string;
  /** Completes "please …" after `begun`. */
  readonly finish: string;
}

export const DEEDS: Readonly<Record<AskKind, Deed>> = {
  lookup: {
    tried: "tried to pull up {it}",
    begun: "started looking into {it}",
    opposite: "that I could wait for {it}",
    finish: "find out the rest",
  },
  info: {
    tried: "tried to find this out",
    begun: "got half an answer",
    opposite: "not to bother",
    finish: "get me the rest",
  },
  search: {
    tried: "searched for it",
    begun: "looked through half the list",
    opposite: "that I'd stop looking",
    finish: "look through the rest",
  },
  create: {
    tried: "tried to set it up",
    begun: "started setting it up",
    opposite: "that we didn't need it",
    finish: "finish it",
  },
  change: {
    tried: "tried to change {it}",
    begun: "started changing {it}",
    opposite: "that {it} could stay as it is",
    finish: "change the rest",
  },
  cancel: {
    tried: "tried to cancel {it}",
    begun: "started cancelling {it}",
    opposite: "that I'd keep {it}",
    finish: "cancel it for good",
  },
  refund: {
    tried: "tried to refund {it}",
    begun: "started the refund for {it}",
    opposite: "that I'd take a replacement for {it}",
    finish: "see the refund through",
  },
  pay: {
    tried: "tried to put it through",
    begun: "started filling it in",
    opposite: "to hold it back",
    finish: "put the rest through",
  },
  send: {
    tried: "tried to send it",
    begun: "started on the message",
    opposite: "that it could wait",
    finish: "send it off",
  },
  schedule: {
    tried: "tried to book it",
    begun: "started booking it",
    opposite: "that I couldn't make it",
    finish: "finish the booking",
  },
  move: {
    tried: "tried to move {it}",
    begun: "started moving {it}",
    opposite: "that the day was fine for {it}",
    finish: "finish moving it",
  },
  slots: {
    tried: "tried to find one",
    begun: "went through half the calendars",
    opposite: "that we didn't need to meet",
    finish: "look at the other calendars too",
  },
  readFile: {
    tried: "tried to open {it}",
    begun: "got halfway through {it}",
    opposite: "to leave {it} alone",
    finish: "go through the rest of the file",
  },
  run: {
    tried: "tried to run {it}",
    begun: "got through about half of {it}",
    opposite: "not to run {it}",
    finish: "run the rest",
  },
  apply: {
    tried: "tried to apply {it}",
    begun: "got part of {it} in",
    opposite: "to hold {it} back",
    finish: "put the rest in",
  },
  searchCode: {
    tried: "searched for it",
    begun: "looked through half the repo",
    opposite: "to leave it alone",
    finish: "search the rest",
  },
  calculate: {
    tried: "tried to work it out",
    begun: "got halfway with it",
    opposite: "not to bother with it",
    finish: "work out the rest",
  },
  approve: {
    tried: "tried to sign off {it}",
    begun: "looked over the first half of {it}",
    opposite: "that {it} could wait",
    finish: "approve it for good",
  },
  escalate: {
    tried: "tried to put me through",
    begun: "started putting me through",
    opposite: "that we could leave it",
    finish: "put me through properly",
  },
  convert: {
    tried: "tried to do it",
    begun: "did the first half of it",
    opposite: "that I'd do it myself",
    finish: "do the other half",
  },
  general: {
    tried: "tried it",
    begun: "got halfway with it",
    opposite: "not to bother",
    finish: "finish it",
  },
};
