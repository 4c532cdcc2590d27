import { describe, expect, it } from "vitest";
import { decontaminate } from "./decontaminate.js";

const words = (count: number, name = "word") => Array.from({ length: count }, (_, index) => `${name}${index}`);
const long = words(20);
const edited = long.with(7, "changed").join(" ");

describe("copies that the rules may have missed", () => {
  it("a row with half of an eval text is a near miss, and the closest one is named", () => {
    const rows = [{ prompt: "hello there" }, { prompt: long.slice(0, 12).concat(words(12, "x")).join(" ") }];
    const { report } = decontaminate([...rows, { prompt: edited }], { against: [long.join(" ")] });
    expect(report).toMatchObject({ nContaminated: 0, nNearMisses: 2 });
    expect(report.closestMiss).toMatchObject({ index: 1, side: "eval", share: 0.6, evalIndex: 0 });
    expect(`${report}`).toContain("the closest is row 2 prompt: 60.0% of eval row 1 prompt is in it");
  });

  it("half is enough", () => {
    const half = { prompt: long.slice(0, 10).concat(words(12, "x")).join(" ") };
    const { report } = decontaminate([half], { against: [long.join(" ")] });
    expect(report).toMatchObject({ nNearMisses: 1, closestMiss: { share: 0.5, side: "eval" } });
  });

  it("a flagged row is no near miss, and neither is one below half", () => {
    const rows = [{ prompt: long.join(" ") }, { prompt: long.slice(0, 9).concat(words(12, "x")).join(" ") }];
    const { report } = decontaminate(rows, { against: [long.join(" ")] });
    expect(report).toMatchObject({ nContaminated: 1, nNearMisses: 0, closestMiss: null });
  });

  it("behind shared text, most of a few words is no near miss", () => {
    const preamble = words(30, "policy").join(" ");
    const against = Array.from({ length: 20 }, (_, at) => `${preamble} ${words(20, `ask${at}x`).join(" ")}`);
    const half = `${preamble} ${words(12, "ask3x").join(" ")} ${words(9, "other").join(" ")}`;
    expect(decontaminate([{ prompt: half }], { against }).report).toMatchObject({ nContaminated: 0, nNearMisses: 0 });
    const bare = half.slice(preamble.length);
    expect(decontaminate([{ prompt: bare }], { against }).report).toMatchObject({ nContaminated: 0, nNearMisses: 1 });
  });

  it("counts the eval texts that one changed word may hide", () => {
    const against = [words(39, "a").join(" "), words(40, "b").join(" "), words(3, "c").join(" ")];
    const { report } = decontaminate([{ prompt: "hello" }], { against });
    expect(report).toMatchObject({ editProofWords: 40, nEvalTextsEditHides: 2 });
    expect(`${report}`).toContain("under 40 words (with ngram 5: under 25); 2 of 3 eval texts are that short");
    const whole = decontaminate([{ prompt: "hello" }], { against, overlap: 1 }).report;
    expect(whole).toMatchObject({ editProofWords: null, nEvalTextsEditHides: 3 });
  });

  it("says first that nothing was compared", () => {
    const empty = decontaminate([], { against: ["x y"] }).report;
    expect(`${empty}`).toMatch(/^decontamination: NOTHING WAS COMPARED; kept 0 of 0 rows/);
    expect(empty.notes[0]).toMatchObject({ code: "no_rows", severity: "error" });
    expect(`${decontaminate([{ prompt: "x" }], { against: [] }).report}`).toContain("NOTHING WAS COMPARED");
    const ids = decontaminate([{ task_id: "a" }], { against: [{ task_id: "b" }] }).report;
    expect(`${ids}`).toContain("NO TEXT WAS COMPARED");
  });
});
