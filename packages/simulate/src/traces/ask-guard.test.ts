import fc from "fast-check";
import { expect, test } from "vitest";
import { AskGuard } from "./ask-guard.js";

const ASK = "Hi, could you please refund order ORD-1234 to my card, it never arrived at my door?";

test.each<[string, boolean, string]>([
  ["the ask", true, ASK],
  [
    "in other case, spacing and punctuation",
    true,
    "hi could  you PLEASE refund order\nord-1234 to my card it never arrived at my door",
  ],
  ["with another identifier", true, ASK.replace("ORD-1234", "ORD-9")],
  [
    "inside a longer text",
    true,
    `Me again. ${ASK} I asked on Monday, on Tuesday and on Wednesday, and nobody ever wrote back.`,
  ],
  ["with two words of fifteen changed", true, ASK.replace("please", "kindly").replace("door", "house")],
  ["in other words", false, "The parcel for order ORD-1234 is lost. I would like the money back on my card."],
  ["a part of it", false, "could you please refund order ORD-1234"],
  ["nothing", false, ""],
  ["a short ask, whole", true, "Thanks, bye!"],
  ["a short ask inside another text", false, "Thanks, bye! And what about my refund of last week?"],
  ["an ask in curly quotes", true, "It’s the wrong colour, isn’t it, and I’d like another"],
])("says of %s: %s", (_, expected, prompt) => {
  const guard = new AskGuard([ASK, "thanks bye", "It's the wrong colour, isn't it, and I'd like another", "", "…"]);
  expect(guard.isLeak(prompt)).toBe(expected);
});

test.each([
  [
    "Chinese",
    "取消我的订单因为它坏了",
    "你好，取消我的订单因为它坏了，谢谢你的帮助",
    "取消我的订单因为它丢了",
    "请问附近有没有营业到很晚的药店",
  ],
  [
    "Japanese",
    "注文した靴がまだ届いていません",
    "こんにちは。注文した靴がまだ届いていません。確認をお願いします",
    "注文した鞄がまだ届いていません",
    "明日の会議を来週に変更してください",
  ],
  ["Thai", "ขอยกเลิกคำสั่งซื้อของฉัน", "สวัสดีครับ ขอยกเลิกคำสั่งซื้อของฉัน ขอบคุณ", "ขอยกเลิกคำสั่งซื้อของแม่ฉัน", "ร้านเปิดกี่โมงวันอาทิตย์"],
])("finds an ask in writing without spaces: %s", (_, ask, inside, nearly, other) => {
  const guard = new AskGuard([ask]);
  expect([ask, inside, nearly, other].map((text) => guard.isLeak(text))).toEqual([true, true, true, false]);
});

test("finds what comparing with every ask finds", () => {
  const word = fc.constantFrom(..."a b c d e f g h i j k l m n o p".split(" "));
  const text = fc.array(word, { maxLength: 14 });
  const count = (words: readonly string[]): Map<string, number> =>
    words.reduce((counts, one) => counts.set(one, (counts.get(one) ?? 0) + 1), new Map<string, number>());
  const leaks = (ask: readonly string[], prompt: readonly string[]): boolean => {
    if (ask.length === 0) return false;
    if (ask.join(" ") === prompt.join(" ")) return true;
    if (ask.length < 5) return false;
    const [left, right] = [count(ask), count(prompt)];
    const shared = [...left].reduce((sum, [one, times]) => sum + Math.min(times, right.get(one) ?? 0), 0);
    return ` ${prompt.join(" ")} `.includes(` ${ask.join(" ")} `) || shared / ((ask.length + prompt.length) / 2) >= 0.8;
  };
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), text, (asks, prompt) => {
      const guard = new AskGuard(asks.map((ask) => ask.join(" ")));
      expect(guard.isLeak(prompt.join(", ").toUpperCase())).toBe(asks.some((ask) => leaks(ask, prompt)));
    }),
    { numRuns: 2000 },
  );
});

test("reads texts of any kind", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), fc.string({ unit: "binary" }), (asks, prompt) => {
      expect(typeof new AskGuard(asks).isLeak(prompt)).toBe("boolean");
    }),
  );
  const endless = `${"_".repeat(300_000)}${"a-".repeat(300_000)}`;
  expect(new AskGuard([endless]).isLeak(`${endless}.`)).toBe(true);
});
