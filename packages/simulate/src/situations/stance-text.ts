import type { RandomStream } from "@whileai/core";
import {
  ADVERSARIAL_TEXTS,
  BOUNDARY_PLAIN_TEXTS,
  BOUNDARY_TEXTS,
  MISTAKEN_RULE_TEXTS,
  STANCE_TEXTS,
} from "./banks/stances.js";
import { WORKING_ADVERSARIAL, WORKING_BOUNDARY, WORKING_STANCES } from "./banks/working-tone.js";
import type { Slots } from "./fill-slots.js";
import type { RuleReading } from "./rule-reading.js";
import { chance, drawFilled, type WordingDeck } from "./wording-deck.js";

export interface StanceRequest {
  readonly stance: string;
  readonly rule: RuleReading;
  /** Whether the rule speaks of what the request is about. */
  readonly ruleTouches: boolean;
  /** `do` and `wish` among them. */
  readonly slots: Slots;
  readonly working: boolean;
}

/** The request as someone of this stance makes it, or null for a stance that changes nothing or has no wordings. */
export function stanceText(request: StanceRequest, deck: WordingDeck, stream: RandomStream): string | null {
  const { stance, rule, slots, working } = request;
  // Amounts and bans of a rule about something else would make no sense here; the rule itself can always be named.
  const near = request.ruleTouches
    ? { ...rule, rule: null }
    : { rule: null, ruleDo: rule.ruleDo, ruleBanned: null, ruleOver: null, ruleUnder: null, ruleCost: null };
  const pieces = { ...slots, ...near };
  // An empty slot: wordings about an edge need a rule that has one.
  const named = { ...slots, ...near, rule: rule.rule, limit: rule.ruleOver === null ? null : "" };
  const tone = working ? "working" : "service";
  switch (stance) {
    case "adversarial":
      return drawFilled(
        deck,
        `${tone}.adversarial`,
        working ? WORKING_ADVERSARIAL : ADVERSARIAL_TEXTS,
        chance(stream, 0.5) ? named : pieces,
      );
    case "boundary":
      return (
        (chance(stream, 0.75) ? drawFilled(deck, "boundary.pieces", BOUNDARY_TEXTS, pieces) : null) ??
        drawFilled(deck, "boundary.rule", BOUNDARY_TEXTS, named) ??
        drawFilled(deck, `${tone}.boundary`, working ? WORKING_BOUNDARY : BOUNDARY_PLAIN_TEXTS, slots)
      );
    case "mistaken": {
      const aboutRule = chance(stream, 0.5) ? drawFilled(deck, "mistaken.rule", MISTAKEN_RULE_TEXTS, pieces) : null;
      if (aboutRule !== null) return aboutRule;
    }
  }
  const bank =
    (working ? WORKING_STANCES[stance] : undefined) ??
    (STANCE_TEXTS as Readonly<Record<string, readonly string[]>>)[stance];
  return bank === undefined ? null : drawFilled(deck, `${tone}.${stance}`, bank, slots);
}
