import { type Message, UNRELATED } from "@whileai/core";
import { describe, expect, it } from "vitest";
import type { Situation } from "../plan/situation.js";
import { CANCELLATION } from "./__fixtures__/situation.js";
import { readsAsYes } from "./confirmation.js";
import { offlineLine, offlineUser } from "./offline-user.js";
import { asksSomething } from "./question.js";
import type { Talk } from "./user.js";
import * as bank from "./user-lines.js";

const situation = (more: Partial<Situation> = {}, stance = "ordinary"): Situation => ({
  ...CANCELLATION,
  dimensions: { ...CANCELLATION.dimensions, stance },
  ...more,
});

function talk(said: string, more: Partial<Talk> & { own?: string[]; stance?: string } = {}): Talk {
  const { own = [], stance = "ordinary", ...rest } = more;
  const messages: Message[] = [
    { role: "user", content: "Please cancel my order." },
    ...own.map((content): Message => ({ role: "user", content })),
    { role: "assistant", content: said },
  ];
  return {
    signal: new AbortController().signal,
    turn: 1,
    turnsLeft: 2,
    seed: 5,
    rolloutIndex: 0,
    scenarioId: "sc-1",
    situation: situation({}, stance),
    messages,
    said,
    asks: asksSomething(said),
    isWaiting: false,
    mayLeave: true,
    ...rest,
  };
}
const linesOver = (seeds: number, make: (seed: number) => Talk) =>
  Array.from({ length: seeds }, (_, seed) => offlineLine(make(seed)) ?? "(ends)");
const among = (lines: readonly string[]) => (line: string) =>
  lines.some((each) => each.replaceAll("{id}", "OR-1042").replaceAll("{it}", "the order") === line);

describe("what the offline user says", () => {
  it.each<[string, string, readonly string[]]>([
    ["gives the identifier", "Which order is it? Please send me its order id.", bank.ANSWERS.identifier],
    ["gives the identifier", "Happy to check. What is the order number?", bank.ANSWERS.identifier],
    ["gives the identifier", "Can you confirm the order number?", bank.ANSWERS.identifier],
    ["names a day", "What day suits you?", bank.ANSWERS.when],
    ["names an amount", "How much should be refunded?", bank.ANSWERS.amount],
    ["gives a reason", "Why do you want that?", bank.ANSWERS.reason],
    ["points to its details", "What is your e-mail address?", bank.ANSWERS.contact],
    ["does not know", "What colour is the sky over there?", bank.ANSWERS.other],
    ["asks to try again", "The order system timed out, so nothing is confirmed.", bank.AFTER_FAILURE],
    [
      "gives the identifier",
      "The system refused the details. Could you give me them once more?",
      bank.ANSWERS.identifier,
    ],
    ["asks to try again", "I only got an old copy, from three days ago.", bank.AFTER_FAILURE],
    ["asks to try again", "Only part of the change was saved.", bank.AFTER_FAILURE],
    ["asks for another way", "I cannot do that under our rules.", bank.AFTER_REFUSAL],
    ["asks for another way", "My access does not cover this order, so I have to pass it on.", bank.AFTER_REFUSAL],
    ["insists on the number", "I could not find the order.", bank.AFTER_NOT_FOUND],
    ["asks on about the record", "Your order is cancelled. Is there anything else?", bank.FOLLOW_UPS],
  ])("%s after %j", (_, said, expected) => {
    const lines = linesOver(40, (seed) => talk(said, { seed }));
    expect(lines.filter((line) => !among(expected)(line))).toEqual([]);
    expect(new Set(lines).size).toBeGreaterThan(2);
  });

  it("agrees or declines as its stance is, and stays with a yes", () => {
    const yesShare = (stance: string) =>
      linesOver(200, (seed) => talk("Shall I cancel it?", { seed, stance })).filter(readsAsYes).length / 200;
    expect(yesShare("ordinary")).toBeGreaterThan(0.8);
    expect(yesShare("exploratory")).toBeLessThan(0.45);
    const again = linesOver(60, (seed) =>
      talk("Are you sure?", { seed, stance: "exploratory", own: ["Yes, go ahead."] }),
    );
    expect(again.every(readsAsYes)).toBe(true);
  });

  it("reacts in the voice of its stance", () => {
    const pushy = linesOver(60, (seed) => talk("I cannot do that.", { seed, stance: "adversarial" }));
    expect(pushy.filter(among(bank.AFTER_REFUSAL_BY_STANCE.adversarial ?? [])).length).toBeGreaterThan(25);
  });

  it("says again what it has said, and that it has no number where there is none", () => {
    const again = linesOver(20, (seed) => talk("What is the order id?", { seed, own: ["It's OR-1042."] }));
    expect(again.every(among(bank.ANSWERS.again))).toBe(true);
    const none = situation({ entity: { parameter: null, id: null, named: "none" } });
    const unknown = linesOver(20, (seed) => talk("What is the order id?", { seed, situation: none }));
    expect(unknown.every(among(bank.ANSWERS.unknown_identifier))).toBe(true);
  });

  it.each<[string, string, readonly string[]]>([
    ["What is the order id, and why do you want that?", "", ["OR-1042", "REASON"]],
    ["Shall I cancel OR-9999?", "", ["OTHER"]],
    ["When should it come?", "Move it to Friday, please.", ["Friday"]],
    ["How much do you want back?", "I paid $40.20 too much.", ["$40.20"]],
    ["Do you want a refund or a replacement?", "I want a refund.", ["A refund"]],
    ["When did you place it?", "Move it to Friday, please.", ["PAST"]],
    ["I have to verify your e-mail address first. What is it?", "", ["CONTACT"]],
  ])("answers %j after %j with what the person knows", (said, own, expected) => {
    const banks: Readonly<Record<string, readonly string[]>> = {
      REASON: bank.ANSWERS.reason,
      PAST: bank.ANSWERS.past,
      CONTACT: bank.ANSWERS.contact,
      OTHER: bank.OTHER_RECORD.map((line) => line.replace("{id}", "OR-1042")),
    };
    for (const line of linesOver(30, (seed) => talk(said, { seed, own: own === "" ? [] : [own] }))) {
      for (const part of expected) {
        const lines = banks[part] ?? [part];
        expect(lines.some((one) => line.toLowerCase().includes(one.toLowerCase()))).toBe(true);
      }
      expect(line).not.toMatch(/\{\w+\}/);
    }
  });

  it("says no and nothing more when it disagrees", () => {
    const said = "Shall I cancel it, and what is the order id?";
    const lines = linesOver(60, (seed) => talk(said, { seed, stance: "exploratory" }));
    for (const line of lines) expect(line.includes("OR-1042")).toBe(readsAsYes(line));
    expect(new Set(lines.map(readsAsYes)).size).toBe(2);
  });

  it("does not say the same answer twice while there is another", () => {
    const own: string[] = [];
    for (let turn = 1; turn <= bank.ANSWERS.again.length; turn++) {
      own.push(offlineLine(talk("What is the order id?", { turn, own: ["It's OR-1042.", ...own] })) as string);
    }
    expect(new Set(own).size).toBe(own.length);
  });

  it("says nothing twice in its stance's own voice while there is something else to say", () => {
    const own: string[] = [];
    for (let turn = 1; turn <= bank.AFTER_FAILURE.length; turn++)
      own.push(offlineLine(talk("That failed.", { turn, own, stance: "unsure" })) as string);
    expect(new Set(own).size).toBe(own.length);
  });

  it("hears of trouble while it waits", () => {
    const line = offlineLine(talk("That failed.", { own: ["Yes."], isWaiting: true, mayLeave: false })) ?? "";
    expect(among(bank.AFTER_FAILURE)(line)).toBe(true);
  });

  it("gives the number that it wrote itself, where the plan knows of none", () => {
    const two = situation({
      prompt: "Find an hour and rebook evt_7f185.",
      entity: { parameter: null, id: null, named: "none" },
    });
    expect(offlineLine(talk("What is the id?", { situation: two }))).toContain("evt_7f185");
  });

  it("knows the identifier that judges know", () => {
    const hidden = situation({
      entity: { parameter: "order_id", id: null, named: "partial" },
      privileged: { reference: "DL-20418" },
    });
    expect(offlineLine(talk("What is the order id?", { situation: hidden }))).toContain("DL-20418");
  });

  it("waits after a yes that was not acted on", () => {
    const lines = linesOver(20, (seed) =>
      talk("I will cancel it now.", { seed, own: ["Yes."], isWaiting: true, mayLeave: false }),
    );
    expect(lines.every(among(bank.GO_ON))).toBe(true);
  });

  it("never asks the same twice, and ends when it has asked everything", async () => {
    const own: string[] = [];
    for (let turn = 1; ; turn++) {
      const line = offlineLine(talk("Done.", { own, turn }));
      if (line === undefined) break;
      expect(own).not.toContain(line);
      own.push(line);
    }
    expect(own).toHaveLength(bank.FOLLOW_UPS.length);
    expect(await offlineUser().reply(talk("Done.", { own }))).toBe("ends");
  });

  it("speaks of a record in words, and of nothing by a name", () => {
    const lines = linesOver(60, (seed) => talk("Done.", { seed }));
    expect(lines.some((line) => line.includes("the order"))).toBe(true);
    const open = situation({ entity: { parameter: null, id: null, named: "none" } });
    const unrelated = { ...open, dimensions: { ...open.dimensions, tool: UNRELATED } };
    const offScope = linesOver(20, (seed) => talk("Here is a riddle.", { seed, situation: unrelated }));
    expect(offScope.every((line) => bank.OFF_SCOPE_FOLLOW_UPS.includes(line))).toBe(true);
    expect(linesOver(60, (seed) => talk("Done.", { seed, situation: open })).join()).not.toMatch(/\{|the order/);
  });
});
