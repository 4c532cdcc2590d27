import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decontaminate } from "./decontaminate.js";

const QUESTION = "Natalia sold clips to forty eight friends in April and half as many in May how many in all";

describe("laws", () => {
  const tokens = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 0, maxLength: 30 });

  /** The rule written down without any index: positions covered by shared runs. */
  function slowShare(of: readonly string[], by: readonly string[], n: number): number {
    const runs = new Set(
      by
        .map((_, at) => by.slice(at, at + n))
        .filter((run) => run.length === n)
        .map((run) => run.join(" ")),
    );
    const covered = new Set<number>();
    for (let at = 0; at + n <= of.length; at++)
      if (runs.has(of.slice(at, at + n).join(" "))) for (let step = 0; step < n; step++) covered.add(at + step);
    return of.length === 0 ? 0 : covered.size / of.length;
  }

  test("shares are those of a plain count, whichever of several eval texts is best", () => {
    fc.assert(
      fc.property(tokens, fc.array(tokens, { maxLength: 3 }), fc.integer({ min: 1, max: 4 }), (train, evals, ngram) => {
        const against = evals.map((text) => text.join(" "));
        // Two texts are too few to share anything.
        if (new Set(against.filter((text) => text !== "")).size > 2) return;
        for (const overlap of [0.5, 0.8, 1]) {
          const options = { against, ngram, overlap };
          const hit = decontaminate([{ prompt: train.join(" ") }], options).report.hits[0];
          if (hit?.rule === "exact") continue;
          const trainShare = Math.max(0, ...evals.map((text) => slowShare(train, text, ngram)));
          const evalShare = Math.max(0, ...evals.map((text) => slowShare(text, train, ngram)));
          const rule = trainShare >= overlap ? "near" : evalShare >= overlap ? "contains" : undefined;
          expect(hit?.rule).toBe(rule);
          if (hit === undefined) continue;
          const found = evals.find((text) => text.join(" ") === hit.evalText) as string[];
          expect(hit.trainShare).toBeCloseTo(slowShare(train, found, ngram), 12);
          expect(hit.evalShare).toBeCloseTo(slowShare(found, train, ngram), 12);
          expect(rule === "near" ? hit.trainShare : hit.evalShare).toBeCloseTo(
            rule === "near" ? trainShare : evalShare,
            12,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a text is found in itself, and in whatever is put around it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
        fc.array(fc.constantFrom("uno", "dos"), { maxLength: 40 }),
        (odd, around) => {
          const { report } = decontaminate([{ prompt: odd }], { against: [odd] });
          expect(report.nContaminated).toBe(report.nEvalTexts);
          const long = `${odd} ${QUESTION}`;
          const embedded = decontaminate([{ prompt: `${around.join(" ")} ${long}. ${around.join(" ")}` }], {
            against: [long],
          });
          expect(embedded.report.nContaminated).toBe(1);
        },
      ),
    );
  });

  test("order and repeats of the eval texts change no verdict", () => {
    fc.assert(
      fc.property(
        fc.array(tokens, { minLength: 1, maxLength: 5 }),
        fc.array(tokens, { maxLength: 6 }),
        (trains, evals) => {
          const rows = trains.map((train) => ({ prompt: train.join(" ") }));
          const against = evals.map((text) => text.join(" "));
          const flagged = (given: string[]) => decontaminate(rows, { against: given, ngram: 3 }).report.flagged;
          expect(flagged([...against].reverse())).toEqual(flagged([...against, ...against]));
        },
      ),
    );
  });
});
