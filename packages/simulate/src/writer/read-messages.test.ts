import { expect, it } from "vitest";
import { readMessages } from "./read-messages.js";

it.each<[string, [number, string][]]>([
  [
    '{"messages": [{"card": 1, "message": "a"}, {"card": 2, "message": "b"}]}',
    [
      [1, "a"],
      [2, "b"],
    ],
  ],
  ['```json\n[{"card": 3, "message": "c"}]\n```', [[3, "c"]]],
  [
    'Sure! {"card": 1, "message": "a"} and {"card": 2, "message": "b"} {broken}',
    [
      [1, "a"],
      [2, "b"],
    ],
  ],
  ["nothing", []],
  ['{"card": 4, "message": "d"}', [[4, "d"]]],
  [
    'Here you are: [{"card": "5", "message": "with a } and a [ in it",},] Anything else?',
    [[5, "with a } and a [ in it"]],
  ],
  ['{"messages": [{"card": 1, "message": "whole"}, {"card": 2, "message": "broken o', [[1, "whole"]]],
  ['{"situations": [{"card": 6, "message": "e"}]}', [[6, "e"]]],
  [
    '[{"card": 1, "message": "first"}, {"card": 1, "message": "second"}, null, 5, {"card": 1.5, "message": "x"}]',
    [[1, "first"]],
  ],
  ['```\n{"messages": [{"card": 7, "message": "an open fence"}]}', [[7, "an open fence"]]],
])("readMessages reads %j", (text, expected) => {
  expect([...readMessages(text)]).toEqual(expected);
});
