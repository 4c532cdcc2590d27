import { expect, it } from "vitest";
import { tidy } from "./tidy.js";

it.each([
  ["Can you pull up it?", "Can you pull it up?"],
  ["Please  give me them .", "Please give them to me."],
  ["Is it done?.", "Is it done?"],
  ["Wait... what", "Wait... what"],
  ["So,.", "So."],
])("tidies %j", (text, expected) => {
  expect(tidy(text)).toBe(expected);
});
