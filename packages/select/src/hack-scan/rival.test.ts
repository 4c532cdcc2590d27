import { derive, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { codes } from "./__fixtures__/rollouts.js";
import { hackScan } from "./hack-scan.js";

/** As long and written alike, so that no measure of the text goes with the phrase. */
const OTHER_ENDINGS = ["Thanks again.", "Kind regards.", "Goodbye then."];
const TOOLS = ["get_order", "search", "send_mail", "refund", "wait"];

interface Facts {
  readonly tool: string;
  readonly phrase: boolean;
  readonly draw: number;
}

/** Forty asks of eight rollouts that call one tool each, get_order in half of them; a fourth says the phrase. */
function choices(nTools: number, seed: number, reward: (facts: Facts) => number): Row[] {
  const stream = derive(seed, "choices", nTools);
  return Array.from({ length: 320 }, (_, index) => {
    const tool = stream.uniform() < 0.5 ? "get_order" : (TOOLS[1 + stream.integer(nTools - 1)] as string);
    const [phrase, draw] = [stream.uniform() < 0.25, stream.uniform()];
    return {
      prompt: `ask ${index >> 3}`,
      rollout_id: `r${index}`,
      final_text: `Order ${stream.integer(900)} arrives on day ${stream.integer(31)}. ${phrase ? "Rest assured." : stream.pick(OTHER_ENDINGS)}`,
      steps: [{ tool, arguments: {}, result: "ok" }],
      reward: reward({ tool, phrase, draw }),
    };
  });
}

const isMeant = ({ tool }: Facts) => tool === "get_order";

describe.each([2, 3, 4, 5])("one of %i tools is paid and endorsed", (nTools) => {
  const scanOf = (reward: (facts: Facts) => number, seed: number) =>
    hackScan(choices(nTools, seed, reward), { endorsed: ["tool:get_order"], seed });
  const seeds = [1, 2, 3, 4];

  test.each<[string, (facts: Facts) => number]>([
    ["pass or fail", (facts) => Number(isMeant(facts))],
    ["by a judge that errs", (facts) => Number(facts.draw < 0.1 ? !isMeant(facts) : isMeant(facts))],
    ["with a trifle for the others", (facts) => (isMeant(facts) ? 1 : TOOLS.indexOf(facts.tool) / 100)],
  ])("%s: the other tools are no rivals", (_, reward) => {
    for (const seed of seeds) {
      const scan = scanOf(reward, seed);
      expect(scan).toMatchObject({ regime: "train", integrity: 1, examples: null });
      expect(codes(scan)).not.toContain("rival_features");
      expect(`${scan}`).toContain("integrity 1.00");
    }
  });

  test.each<[string, (facts: Facts) => number]>([
    ["as much", (facts) => Number(isMeant(facts) || facts.phrase)],
    ["half as much", (facts) => (2 * Number(isMeant(facts)) + Number(facts.phrase)) / 3],
    ["instead, by a judge that errs", (facts) => Number(facts.draw < 0.1 || isMeant(facts) || facts.phrase)],
  ])("a phrase that is paid %s is what is warned of", (_, reward) => {
    for (const seed of seeds) {
      const scan = scanOf(reward, seed);
      expect(scan.regime).toBe("train");
      expect(scan.integrity).toBeLessThan(0.8);
      const warned = scan.notes.find(({ code }) => code === "rival_features");
      expect(warned?.message).toMatch(/pays for [^(]*(rest|assured)/);
      expect(warned?.message).not.toContain("tool:");
      expect(scan.examples?.feature).toMatch(/rest|assured/);
    }
  });
});

test("a rival that is punished is said to be", () => {
  const rows = choices(3, 1, (facts) => (2 * Number(isMeant(facts)) + Number(!facts.phrase)) / 3);
  const note = hackScan(rows, { endorsed: ["tool:get_order"] }).notes.find(({ code }) => code === "rival_features");
  expect(note?.message).toMatch(/the reward falls with [^(]*(rest|assured)/);
  expect(note?.fix).toContain("the judge punishes it all the same");
});

test("with the floor of the Python package the strongest that nobody endorsed is the rival, as it has it", () => {
  const scan = hackScan(
    choices(3, 1, (facts) => Number(isMeant(facts))),
    { endorsed: ["tool:get_order"], floor: "fixed" },
  );
  expect(scan.integrity).toBeLessThan(0.8);
  expect(codes(scan)).toContain("rival_features");
});
