import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnswerPlace, extractAnswer, referenceText } from "./extract-answer.js";

const FOUND: readonly [string, AnswerPlace, string][] = [
  // Boxes
  ["First \\boxed{1}, but then \\boxed{2}.", "box", "2"],
  ["\\boxed{\\frac{1}{\\sqrt{2}}} so the total is 43", "box", "\\frac{1}{\\sqrt{2}}"],
  ["\\boxed{1}, \\boxed{2}", "box", "1, 2"],
  ["\\boxed{41} or \\boxed{42}", "box", "41 \\text{ or } 42"],
  ["\\[ \\boxed{-2} \\quad \\text{and} \\quad \\boxed{1}. \\]", "box", "-2, 1"],
  ["$\\boxed{3}$ and $\\boxed{4}$", "box", "3, 4"],
  ["\\boxed{1} is wrong, \\boxed{2}", "box", "2"],
  ["\\boxed{41} or maybe \\boxed{42}", "box", "41 \\text{ or } 42"],
  ["\\boxed{41} (or maybe \\boxed{42})", "box", "41 \\text{ or } 42"],
  ["~~\\boxed{41}~~ \\boxed{42}", "box", "42"],
  ["\\boxed{42} ~~\\boxed{41}~~", "box", "42"],
  ["\\boxed 5", "box", "5"],
  ["\\fbox{42}", "box", "42"],
  ["\\boxed{\\boxed{5}}", "box", "5"],
  ["\\boxed{\\{1,2\\}}", "box", "\\{1,2\\}"],
  ["\\boxed{7} and \\boxed{8", "box", "7"],
  ["<think>\\boxed{1}</think>It is \\boxed{2}", "box", "2"],
  ["\\boxed{1} thinking aloud </think> \\boxed{2}", "box", "2"],
  // Markers
  ["3 + 4 = 7\n#### 1,234\n", "marker", "1,234"],
  ["#### 1\n#### 2", "marker", "2"],
  // Phrases
  ["The answer is 42.", "phrase", "42"],
  ["**Answer:** 42", "phrase", "42"],
  ["**Answer: 42**", "phrase", "42"],
  ["Answer:\n\n42", "phrase", "42"],
  ["The answer is 42, because 6*7=42.", "phrase", "42,"],
  ["The answer is 3.5 dollars", "phrase", "3.5 dollars"],
  ["The answer to the question is 42.", "phrase", "42"],
  ["The answer is therefore 42.", "phrase", "42"],
  ["The answer is Evelyn.", "phrase", "Evelyn"],
  ["The answer is 41 or 42.", "phrase", "41 or 42"],
  ["The answer is either 41 or 42.", "phrase", "41 or 42"],
  ["Answer is unknown. I computed 42 earlier.", "phrase", "unknown"],
  ["The answer is $41$ or is $42$.", "phrase", "41 \\text{ or } 42"],
  ["The final answer is \\(x=5\\).", "phrase", "x=5"],
  ["The answer is $x=5$ since $2+3=5$.", "phrase", "x=5"],
  ["The answer is $\\frac{1}{2}$ or $\\frac{1}{3}$.", "phrase", "\\frac{1}{2} \\text{ or } \\frac{1}{3}"],
  ["Final Answer: The final answer is $\\frac{1}{2}$. I hope it is correct.", "phrase", "\\frac{1}{2}"],
  ["Final Answer: The largest $n$ is 34.", "phrase", "34"],
  ["Final Answer: Jane started 3 hours ago. I hope so.", "phrase", "3"],
  ["The solution is x = 3 and y = 4.", "phrase", "x = 3 and y = 4"],
  ["The answer is\n$$\\frac12$$", "phrase", "\\frac12"],
  ["The answer is 0.5", "phrase", "0.5"],
  ["Result: 5 cm.", "phrase", "5 cm"],
  ["The answer is 3. However, the correct answer should be 4.", "phrase", "4"],
  ["The answer is 3, which could be written as 6/2.", "phrase", "3,"],
  ["The answer is 3. Actually, the answer is 4.", "phrase", "4"],
  ["The answer is 3. Maybe this helps!", "phrase", "3"],
  ["The answer is negative 3", "phrase", "-3"],
  ["The answer is negative $3$.", "phrase", "-(3)"],
  ["The answer is $3$ million", "phrase", "3\\text{ million}"],
  ["The answer is $3$ - a prime.", "phrase", "3"],
  ["The answer is $\\frac12$ or 0.5.", "phrase", "$\\frac12$ or 0.5"],
  ["答案是3。", "phrase", "3"],
  ["最终答案为：$4$。", "phrase", "4"],
  // Formulas, whole replies, numbers
  ["x = 5", "whole", "x = 5"],
  ["$3,4$", "whole", "$3,4$"],
  ["Evelyn", "whole", "Evelyn"],
  ["I do not know.", "whole", "I do not know."],
  ["So $x = 3$.", "math", "x = 3"],
  ["This leaves the perfect square $16$.", "math", "16"],
  ["There is the double root $x=3$.", "math", "x=3"],
  ["We have a=1 or a=2, thus $a=2$.", "math", "a=2"],
  ["So $n = 7$ works", "math", "n = 7"],
  ["Check: \\(x > 3\\)", "math", "x > 3"],
  ["$3$ or $4$", "whole", "$3$ or $4$"],
  ["$5$ cm", "whole", "$5$ cm"],
  ["We get $x=1$ or $x=2$.", "math", "x=1 \\text{ or } x=2"],
  ["First $1$. Then \\[ 2 \\] follows", "math", "2"],
  ["So 20 + 22 gives us 42", "number", "42"],
  ["it is -5", "number", "-5"],
  ["it costs $5 and later $6", "number", "6"],
  ["Therefore the area is 25π.", "number", "25π"],
  ["so we have x=5", "number", "x=5"],
  ["the share is 12.5%", "number", "12.5%"],
  ["the number is not 10 which is 1,000.99€", "number", "1,000.99"],
];

const NOT_FOUND = [
  "",
  "   ",
  "\\boxed{}",
  "\\boxed{ } and 42",
  "<think>the answer is 42",
  "41 42 43",
  "The answer is 41 or perhaps 42",
  "The answer is not 42.",
  "The answer is at least 5.",
  "The answer is 41. Or 42.",
  "The answer is 41\nOr perhaps it is 42",
  "The answer is 41? No, it is 42.",
  "The answer is $41$ or maybe 42.",
  "The answer is yes. Or no.",
  "The answer is > 3",
  "The answer is not $3$",
  "The answer is at least $3$",
  "The answer is half of $3$",
  "The answer is neither $3$ nor $4$",
  "The answer is $3$ plus $4$",
  "The answer is $11$ in base $2$",
  "It is not $3$.",
  "It takes more than $3$",
  "$3$ is not the answer",
  "The answer is 3 plus 4",
  "The answer is 3 times 4",
  "The answer is 3 +/- 1",
  "The answer is 3 divided by 4",
  "The answer is 3 squared",
  "The answer is 3 factorial",
  "The answer is 11 in base 2",
  "The answer is 11 (base 2)",
  "The answer is half of 3",
  "The total is 12 345",
  "The total is 12\u00a0345.",
  "The answer is the square root of 3",
  "The answer is root 3",
  "The answer is anything but 3",
  "The answer is 3 when n is even and 4 otherwise",
  "The answer is 3 when n is even, 4 when n is odd",
  "The answer cannot be 3",
  "3 is not the answer",
  "so x > 3",
  "The answer is 41. Actually it is 42.",
  "The answer is 41 (though it might be 42).",
  "Answer: 41 (correction: 42)",
  "答案不是42",
  "答案是41或42。",
  "at least 3",
  "it takes no more than 3",
  "up to 3",
  "3 or more",
  "3 apples or fewer",
  "3 at least",
  "~~42~~",
  "The value is not 42",
  "It could be 41 or 42",
  "It is 41, or maybe even 42",
  "between 20-23",
  "\\frac{1",
  "\\boxed{42",
  "so it is \\frac{1}{",
  "the sum x^{2+",
  "a long story without any number ".repeat(10),
];

describe("extractAnswer", () => {
  it.each(FOUND)("%j: from %s %j", (reply, place, text) => {
    expect(extractAnswer(reply)).toEqual({ text, place });
  });

  it.each(NOT_FOUND)("finds nothing in %j", (reply) => {
    expect(extractAnswer(reply)).toBeNull();
  });

  it("takes the whole reply when strict, and nothing but a box when a box is required", () => {
    expect(extractAnswer("So \\boxed{5}", { strict: true })).toEqual({ text: "So \\boxed{5}", place: "whole" });
    expect(extractAnswer("<think>hm</think> 5 ", { strict: true })).toEqual({ text: "5", place: "whole" });
    expect(extractAnswer("The answer is 5", { requireBox: true })).toBeNull();
    expect(extractAnswer("\\boxed{5}", { requireBox: true })).toEqual({ text: "5", place: "box" });
  });

  it("takes any text, in time that grows with its length", () => {
    const marks = [
      "$",
      "\\boxed{",
      "<think>",
      "\\(",
      "answer is ",
      "the answer to ",
      "1 ",
      "#### ",
      "{",
      "*",
      "answer: a ",
      "a",
      "half ",
      "or ",
      "1,",
      "  \n",
    ];
    for (const mark of marks) expect(() => extractAnswer(`${mark.repeat(30_000)} $3$`)).not.toThrow();
    const piece = fc.oneof(
      fc.constantFrom(...marks, "}", "\\)", "$$", "42", " or ", ". ", "is "),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const answer = extractAnswer(pieces.join(""));
        expect(answer === null || answer.text.trim() !== "").toBe(true);
      }),
    );
  });
});

describe("referenceText", () => {
  it.each([
    ["42", "42"],
    ["$\\frac12$", "$\\frac12$"],
    ["She has 3 + 4 = 7 apples.\n#### 7", "7"],
    ["Adding gives $x = \\boxed{5}$.", "5"],
    ["The answer is 5 because of that.", "5"],
    ["We see that \\(x=3\\) holds.", "x=3"],
    ["Evelyn", "Evelyn"],
    ["The answer is not 5", "The answer is not 5"],
  ])("%j: %j", (reference, text) => {
    expect(referenceText(reference)).toBe(text);
  });
});
