import { describe, expect, it } from "vitest";
import { type CoverageOptions, planSituations } from "../plan/plan-situations.js";
import type { Situation, Tier } from "../plan/situation.js";
import { RETAIL, TOOL_SETS, type ToolSet } from "./__fixtures__/tool-sets.js";
import { showsHistory, showsStance, showsWorldState } from "./label-readers.js";

const take = ({ tools, systemPrompt }: ToolSet, count: number, coverage?: CoverageOptions): Situation[] => {
  const plan = planSituations({ tools, systemPrompt, seed: 5, mode: "explore", faultShare: 0.5, coverage });
  const found: Situation[] = [];
  for (const situation of plan.situations()) {
    found.push(situation);
    if (found.length >= count) break;
  }
  return found;
};

/** What each tool set is about, in words of this test. */
const DOMAIN: Readonly<Record<string, RegExp>> = {
  retail:
    /\b(?:ORD-\d|order|parcel|deliver\w*|refund\w*|money|paid|pay|card|one\b|it\b|them\b|blender|chair|jacket|lamps|shoes|grinder|bed|headphones|hose|present)/i,
  coding:
    /\b(?:files?|code|tests?|diff|patch|change|fix|\w+\.\w{2,3}|\w+\/\w+|one\b|it\b|them\b|helper|config|logic|freeze|branch|check)\b/i,
  calendar:
    /\b(?:evt_\w+|events?|meet\w*|time|free|gap|slot|open(?:ings)?|hour|when|time|day|options|calendar|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|the \d+(?:st|nd|rd|th)|week|book|it\b|noon|\d+:\d\d)\b/i,
  abstract: /(?:\$[\d,]+|\[\[|%|\bmatri\w+|\bproduct\b|\binvestment\b|\breturn\b|\binterest\b|\bit\b)/i,
};

const RECORD_WORDS =
  /\b(?:order|parcel|delivery|refund|voucher|invoice|ORD-|evt_|calendar|slot|diff|repo(?:sitory)?|test suite|matrix|matrices|portfolio|compound interest)\b/i;
const SPECIFIC =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:tomorrow|today|tonight|noon|half past|quarter|an hour|half an hour)\b|"|\b[\w-]+\.\w{2,4}\b|\b(?:dentist|review|retro|call|handover|physio|lunch|rehearsal|service|group|evening)\b|\p{Lu}\p{Ll}+/iu;
const TIERS: Readonly<Record<Tier, readonly string[]>> = {
  ordinary: ["ordinary", "hurried", "retry", "mistaken", "exploratory"],
  ambiguous: ["ambiguous", "unsure"],
  boundary: ["boundary", "conflicting"],
  adversarial: ["adversarial"],
};

const distanceIsOne = (word: string, other: string): boolean => {
  if (word === other || Math.abs(word.length - other.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === other[at]) at++;
  const [rest, otherRest] = [word.slice(at), other.slice(at)];
  const isSwap = rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2);
  return isSwap || rest.slice(1) === otherRest || rest === otherRest.slice(1);
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]{4,}/g) ?? [];

/** Each texture, read from the text. `words` are those of texts without one. */
const TEXTURES: Readonly<Record<string, (text: string, words: ReadonlySet<string>) => boolean>> = {
  lowercase: (text) => !/\p{Lu}/u.test(text.replace(/\S*[\d/_\]%$]\S*/g, "").replace(/\b[A-Z]{2,5}\b/g, "")),
  no_punctuation: (text) => !/[!?]|[.,;:](?:\s|$)/.test(text.replace(/"[^"]*"/g, "").replace(/\[\[.*?\]\]/g, "")),
  clipped: (text) =>
    !/[^.]\.$/.test(text) && !/^(?:hi|hello|hey|dear|please|could you|can you|would you|i'd like you)\b/i.test(text),
  run_on: (text) => /[a-z\d)\]], \p{Ll}/u.test(text),
  typo: (text, words) =>
    wordsOf(text).some((word) => !words.has(word) && [...words].some((known) => distanceIsOne(word, known))),
};

const SAMPLES = TOOL_SETS.flatMap((set) =>
  [set, { ...set, systemPrompt: "" }].map((one) => ({ set: set.name, situations: take(one, 330) })),
);
const ALL = SAMPLES.flatMap(({ situations }) => situations);

describe("labels", () => {
  it("are read from a sample with every stance, history and texture in it", () => {
    expect(ALL.length).toBeGreaterThan(2000);
    const seen = (label: string): Set<unknown> => new Set(ALL.map((one) => one.labels[label]));
    expect(seen("stance").size).toBe(10);
    expect(seen("texture").size).toBe(6);
    expect(seen("ask_family")).toEqual(new Set(["tool", "vague", "multi_tool", "general"]));
    expect(seen("intent_known")).toEqual(new Set([true, false]));
    const known = [
      "stance",
      "tells_history",
      "tells_world_state",
      "ask_family",
      "tool_known",
      "intent_known",
      "texture",
    ];
    for (const { labels } of ALL) for (const label of Object.keys(labels)) expect(known).toContain(label);
  });

  it("say what stance a text takes, and its tier with it", () => {
    for (const { prompt, labels, dimensions, tier } of ALL) {
      expect(labels.stance).toBe(dimensions.stance);
      expect(showsStance(prompt, String(labels.stance)), `${labels.stance}: ${prompt}`).toBe(true);
      expect(TIERS[tier]).toContain(labels.stance);
    }
  });

  it("say that a text tells its history, and how its record looks", () => {
    for (const { prompt, labels, dimensions } of ALL) {
      if (labels.tells_history)
        expect(showsHistory(prompt, dimensions.history), `${dimensions.history}: ${prompt}`).toBe(true);
      if (labels.tells_world_state)
        expect(showsWorldState(prompt, dimensions.world_state), `${dimensions.world_state}: ${prompt}`).toBe(true);
    }
  });

  it.each(TOOL_SETS.map((set) => [set.name, set] as const))("are not read into plain texts: %s", (_, set) => {
    const plain = take(set, 300, {
      dimensions: { stance: ["ordinary"], history: ["fresh"], tool: set.tools.map((tool) => tool.name) },
    }).filter((one) => one.labels.tells_world_state === undefined);
    expect(plain.length).toBeGreaterThan(150);
    const share = (shows: (text: string) => boolean | null): number =>
      plain.filter((one) => shows(one.prompt)).length / plain.length;
    for (const stance of ["ambiguous", "unsure", "retry", "exploratory", "adversarial"])
      expect(
        share((text) => showsStance(text, stance)),
        stance,
      ).toBeLessThan(0.2);
    for (const stance of ["hurried", "mistaken", "conflicting", "boundary"])
      expect(
        share((text) => showsStance(text, stance)),
        stance,
      ).toBeLessThan(0.4);
    for (const history of ["prior_failure", "prior_partial_action", "contradicts_earlier", "repeat visit"])
      expect(
        share((text) => showsHistory(text, history)),
        history,
      ).toBeLessThan(0.2);
  });

  it("say whether a text gives a tool something to work with", () => {
    for (const { prompt, labels, entity, dimensions } of ALL) {
      const holds: Readonly<Record<string, boolean>> = {
        tool: entity.named !== "none" || SPECIFIC.test(prompt),
        vague: entity.named === "none" && !/\bORD-\d|\bevt_\w|\$\d|\[\[/.test(prompt),
        multi_tool:
          dimensions.tool === "multi_tool" && /\b(?:and|then|also|after|once|as well|while)\b|\n/i.test(prompt),
        general: dimensions.tool === "unrelated" && !RECORD_WORDS.test(prompt),
      };
      expect(holds[String(labels.ask_family)], `${labels.ask_family}: ${prompt}`).toBe(true);
    }
  });

  it("say whether a text speaks of what the tools are for", () => {
    for (const { set, situations } of SAMPLES) {
      for (const { prompt, labels, dimensions } of situations) {
        expect(labels.tool_known).toBe(dimensions.tool !== "unrelated");
        if (labels.tool_known) expect((DOMAIN[set] as RegExp).test(prompt), `${set}: ${prompt}`).toBe(true);
        else expect(RECORD_WORDS.test(prompt), prompt).toBe(false);
      }
    }
  });

  it("say whether a text says what is wanted", () => {
    for (const { prompt, labels } of ALL) {
      if (labels.intent_known === false)
        expect(/\?|\b(?:please|can you|could you|would you|i want|i need|i'd like)\b/i.test(prompt), prompt).toBe(
          false,
        );
    }
    expect(ALL.filter((one) => one.labels.intent_known === false).length / ALL.length).toBeLessThan(0.15);
  });

  it("say how a text is typed", () => {
    const plain = ALL.filter((one) => one.labels.texture === undefined);
    const more = TOOL_SETS.flatMap((set) => take(set, 1400));
    const off = take(RETAIL, 900, { dimensions: { tool: ["unrelated"] } });
    const spelled = [...more, ...off].filter((one) => one.labels.texture !== "typo");
    const words = new Set([...plain, ...spelled].flatMap((one) => wordsOf(one.prompt)));
    for (const { prompt, labels } of ALL) {
      if (labels.texture === undefined) continue;
      const read = TEXTURES[String(labels.texture)] as (typeof TEXTURES)[string];
      expect(read(prompt, words), `${labels.texture}: ${prompt}`).toBe(true);
    }
    expect(plain.filter((one) => TEXTURES.typo?.(one.prompt, words)).length).toBe(0);
    expect(plain.filter((one) => TEXTURES.lowercase?.(one.prompt, words)).length / plain.length).toBeLessThan(0.2);
  });

  it("of an ask that no tool is for say so to judges alone", () => {
    const off = ALL.filter((one) => one.dimensions.tool === "unrelated");
    expect(off.length).toBeGreaterThan(100);
    for (const { prompt, privileged, entity, labels } of off) {
      expect(privileged.expected).toBe("no_tool");
      expect(entity).toEqual({ parameter: null, id: null, named: "none" });
      expect(labels.ask_family).toBe("general");
      expect(RECORD_WORDS.test(prompt), prompt).toBe(false);
    }
    for (const one of ALL) if (!off.includes(one)) expect(one.privileged.expected).toBeUndefined();
  });
});

it("one tool gives a thousand texts that stay different with their ids and numbers masked", () => {
  const situations = take({ ...RETAIL, tools: RETAIL.tools.slice(0, 1), systemPrompt: "" }, 1000);
  expect(situations).toHaveLength(1000);
  const uses = new Map<string, number>();
  for (const { prompt } of situations) {
    const masked = prompt.replace(/[\w-]*\d[\w-]*/g, "#").toLowerCase();
    uses.set(masked, (uses.get(masked) ?? 0) + 1);
  }
  expect(uses.size).toBeGreaterThanOrEqual(300);
  expect(Math.max(...uses.values())).toBeLessThanOrEqual(10);
});
