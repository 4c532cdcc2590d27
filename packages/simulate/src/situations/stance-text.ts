import type { RandomStream } from "@whileai/core";
import { beliefsFor, MISTAKEN_BY_STATE, WORKING_MISTAKEN_BY_STATE } from "./banks/beliefs.js";
import { CONFLICT_TEXTS, CONFLICTS_BY_ASK } from "./banks/conflicts.js";
import { openChoicesFor } from "./banks/open-choices.js";
import {
  ADVERSARIAL_TEXTS,
  BOUNDARY_PLAIN_TEXTS,
  BOUNDARY_TEXTS,
  MISTAKEN_RULE_TEXTS,
  WORKING_ADVERSARIAL,
  WORKING_BOUNDARY,
  WORKING_BOUNDARY_TEXTS,
  WORKING_MISTAKEN_RULE_TEXTS,
} from "./banks/pressure.js";
import { STANCE_TEXTS } from "./banks/stances.js";
import type { Topic } from "./banks/topics.js";
import type { AskKind } from "./banks/verbs.js";
import { WORKING_STANCES } from "./banks/working-stances.js";
import { NO_RULE, type RuleReading } from "./rule-reading.js";
import type { Slots } from "./slots.js";
import { chance, drawFilled, type WordingDeck } from "./wording-deck.js";

export interface StanceRequest {
  readonly stance: string;
  readonly ask: AskKind;
  readonly topic: Topic;
  readonly worldState: string;
  /** Whether the request names no record, so that nothing can be mixed up with another one. */
  readonly isOpen: boolean;
  readonly rule: RuleReading;
  /** Whether the rule speaks of what the request is about. */
  readonly ruleTouches: boolean;
  /** `do` and `wish` among them. */
  readonly slots: Slots;
  readonly working: boolean;
}

/** How often a text goes by what its own request or cell offers before the bank for all requests is asked. Convention. */
const OWN_SHARE = 0.7;

/** The request as someone of this stance makes it, or null for a stance that changes nothing or has no wordings. */
export function stanceText(request: StanceRequest, deck: WordingDeck, stream: RandomStream): string | null {
  const { stance, ask, rule, slots, working } = request;
  // Amounts, bans and deadlines of a rule about something else would make no sense here; a duty holds for every request.
  const pieces = slots.with(request.ruleTouches ? { ...rule } : { ...NO_RULE, ruleDo: rule.ruleDo });
  const tone = working ? "working" : "service";
  const drawn = (bank: string, wordings: readonly string[] | undefined, filling: Slots = slots): string | null =>
    wordings === undefined ? null : drawFilled(deck, `${tone}.${bank}`, wordings, filling);
  switch (stance) {
    case "adversarial":
      return drawn("adversarial", working ? WORKING_ADVERSARIAL : ADVERSARIAL_TEXTS, pieces);
    case "boundary":
      return (
        drawn("boundary", working ? WORKING_BOUNDARY_TEXTS : BOUNDARY_TEXTS, pieces) ??
        drawn("boundary.plain", working ? WORKING_BOUNDARY : BOUNDARY_PLAIN_TEXTS)
      );
    case "ambiguous":
      if (request.isOpen) {
        const { bank, wordings } = openChoicesFor(ask);
        return drawn(bank, wordings);
      }
      break;
    case "conflicting": {
      const own = chance(stream, OWN_SHARE) ? CONFLICTS_BY_ASK[ask] : undefined;
      const clash = drawn(`conflict.${ask}`, own);
      return clash === null ? drawn("conflict", CONFLICT_TEXTS) : `${slots.get("wish")} ${clash}`;
    }
    case "mistaken": {
      const rules = working ? WORKING_MISTAKEN_RULE_TEXTS : MISTAKEN_RULE_TEXTS;
      const aboutRule = chance(stream, 0.4) ? drawn("mistaken.rule", rules, pieces) : null;
      if (aboutRule !== null) return aboutRule;
      const states = working ? WORKING_MISTAKEN_BY_STATE : MISTAKEN_BY_STATE;
      const state = chance(stream, OWN_SHARE) ? states[request.worldState] : undefined;
      const aboutState = request.isOpen ? null : drawn(`mistaken.${request.worldState}`, state);
      if (aboutState !== null) return aboutState;
      const { bank, wordings } = beliefsFor(request.topic, ask);
      return drawn(bank, wordings);
    }
  }
  return drawn(stance, (working ? WORKING_STANCES[stance] : undefined) ?? STANCE_TEXTS[stance]);
}
