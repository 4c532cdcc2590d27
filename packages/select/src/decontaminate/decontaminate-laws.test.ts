import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decontaminate } from "./decontaminate.js";

const QUESTION = "Natalia sold clips to forty eight friends in April and half as many in May how many in all";

describe("laws", () => {
  const tokens = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 0, maxLength: 30 });

  const gramsOf = (of: readonly string[], n: number): string[] =>
    of
      .map((_, at) => of.slice(at, at + n))
      .filter((gram) => gram.length === n)
      .map((gram) => gram.join(" "));

  /** Which words the grams that are wanted cover. */
  function coveredWords(of: readonly string[], n: number, isWanted: (gram: string) => boolean): boolean[] {
    const starts = gramsOf(of, n).map(isWanted);
    return of.map((_, at) => starts.slice(Math.max(0, at - n + 1), at + 1).includes(true));
  }

  /** The rule written down without any index: positions covered by shared runs. */
  function slowShare(of: readonly string[], by: readonly string[], n: number): number {
    const runs = new Set(gramsOf(by, n));
    const covered = coveredWords(of, n, (gram) => runs.has(gram)).filter(Boolean).length;
    return of.length === 0 ? 0 : covered / of.length;
  }

  /** The grams that more than half of a source's texts have, and more than four; a text is that of the first source that has it. */
  function commonGrams(sources: readonly (readonly string[])[], n: number): Set<string> {
    const earlier = new Set([""]);
    const common = new Set<string>();
    for (const source of sources) {
      const own = [...new Set(source)].filter((text) => !earlier.has(text));
      const counts = new Map<string, number>();
      for (const text of own) {
        earlier.add(text);
        for (const gram of new Set(gramsOf(text.split(" "), n))) counts.set(gram, (counts.get(gram) ?? 0) + 1);
      }
      for (const [gram, count] of counts) if (count > Math.max(4, own.length / 2)) common.add(gram);
    }
    return common;
  }

  test("with shared text set aside too, shares are those of a plain count", () => {
    let nCommon = 0;
    const sources = fc.array(fc.array(tokens, { maxLength: 9 }), { minLength: 1, maxLength: 2 });
    const preamble = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(tokens, sources, preamble, fc.integer({ min: 1, max: 3 }), (end, given, start, ngram) => {
        const train = [...start, ...end];
        const against = given.map((source) => source.map((text, at) => (at % 3 === 0 ? text : [...start, ...text])));
        const texts = against.map((source) => source.map((text) => text.join(" ")));
        const common = commonGrams(texts, ngram);
        if (common.size > 0) nCommon++;
        const isCommon = (gram: string): boolean => common.has(gram);
        const ownOf = (text: readonly string[]): number =>
          coveredWords(text, ngram, isCommon).filter((is) => !is).length;
        const trainGrams = new Set(gramsOf(train, ngram));
        let [trainShare, evalShare] = [0, 0];
        for (const text of against.flat()) {
          const grams = gramsOf(text, ngram);
          if (!grams.some((gram) => trainGrams.has(gram) && !isCommon(gram))) continue;
          const trainCommon = coveredWords(train, ngram, isCommon);
          const inTrain = coveredWords(train, ngram, (gram) => grams.includes(gram) && !isCommon(gram));
          const nTrain = inTrain.filter((is, at) => is && !trainCommon[at]).length;
          if (nTrain > 0) trainShare = Math.max(trainShare, nTrain / ownOf(train));
          const evalCommon = coveredWords(text, ngram, isCommon);
          const inText = coveredWords(text, ngram, (gram) => trainGrams.has(gram));
          const nOwn = inText.filter((is, at) => is && !evalCommon[at]).length;
          if (nOwn > 0)
            evalShare = Math.max(evalShare, Math.min(inText.filter(Boolean).length / text.length, nOwn / ownOf(text)));
        }
        const isCopy = texts.flat().includes(train.join(" "));
        for (const overlap of [0.3, 0.8]) {
          const rule = trainShare >= overlap ? "near" : evalShare >= overlap ? "contains" : undefined;
          const hit = decontaminate([{ prompt: train.join(" ") }], { against: texts, ngram, overlap }).report.hits[0];
          expect(hit?.rule).toBe(isCopy ? "exact" : rule);
          if (isCopy || hit === undefined) continue;
          expect(rule === "near" ? hit.trainShare : hit.evalShare).toBeCloseTo(
            rule === "near" ? trainShare : evalShare,
            12,
          );
        }
        if (!isCopy) return;
        const copy = decontaminate([{ prompt: `${train.join(", ")}.` }], { against: texts, ngram }).report.hits[0];
        expect(copy?.copy).toBe("words");
      }),
      { numRuns: 300 },
    );
    expect(nCommon).toBeGreaterThan(30);
  });

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
