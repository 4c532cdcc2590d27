import { expect, it } from "vitest";
import { type Asked, askedFor } from "./asked-for.js";
import { questionsIn } from "./question.js";

it.each<[string, Asked[]]>([
  ["What is the order number?", ["identifier"]],
  ["What is the id, and when would you like it?", ["identifier", "when"]],
  ["Two things: how much should it be? And why do you want it?", ["amount", "reason"]],
  ["Shall I go ahead and what is the order number?", ["yes", "identifier"]],
  ["Shall I move it to another date?", ["yes"]],
  ["Which colour is it, and what is the order id?", ["identifier"]],
  ["Which colour is it?", ["other"]],
  ["Before I go on I need to verify your e-mail address. What is it?", ["contact"]],
  ["I have the order number. How are you?", ["other"]],
  ["The order number is missing here. Can you tell me what it is?", ["identifier"]],
  ["Which order are you asking about?", ["identifier"]],
  ["Which day are you free?", ["when"]],
  ["When did you place the order?", ["past"]],
  ["What day did it arrive?", ["past"]],
  ["What day suits you?", ["when"]],
  ["Which file do you mean?", ["identifier"]],
  ["Welche Bestellnummer ist es?", ["identifier"]],
  ["¿Cuál es el número de pedido?", ["identifier"]],
  ["订单号是什么？", ["identifier"]],
  ["Soll ich das so machen?", ["yes"]],
  ["What is the id? What is the id? When?", ["identifier", "when"]],
  ["Done.", []],
])("%j asks for %j", (said, asked) => {
  expect(askedFor(questionsIn(said)).map((one) => one.asked)).toEqual(asked);
});

it("reads a long question in time", () => {
  for (const text of ["what is it and ", "please ", "can you tell me it "]) {
    expect(askedFor(questionsIn(`${text.repeat(20_000)}?`)).length).toBeLessThan(8);
  }
});
