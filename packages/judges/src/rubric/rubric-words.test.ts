import { expect, it } from "vitest";
import { rubricWords } from "./rubric-words.js";

it("takes as many words as asked for, the most frequent first", () => {
  expect(rubricWords("apple berry berry cherry", 2)).toEqual(["berry", "apple"]);
  expect(rubricWords("héllo wörld constructor __proto__")).toEqual(["constructor", "proto"]);
});
