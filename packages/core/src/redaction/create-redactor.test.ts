import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { createRedactor } from "./create-redactor.js";

const redact = createRedactor();

describe("createRedactor", () => {
  it.each([
    ["Mail ada.lovelace+x@mail.example.org now", "Mail [email 1] now"],
    ["card 4111 1111 1111 1111.", "card [card 1]."],
    ["card 4111-1111-1111-1111, again 4111-1111-1111-1111", "card [card 1], again [card 1]"],
    ["DE89 3704 0044 0532 0130 00 please", "[account 1] please"],
    ["call +49 30 901820 or (555) 010-4477", "call [phone 1] or [phone 2]"],
    ["ssn 536-22-1234", "ssn [social security number 1]"],
    ["from 192.168.2.17 today", "from [address 1] today"],
    ["key sk-proj-abcdefghij0123456789 end", "key [key 1] end"],
    ["Authorization: Bearer abcdef0123456789abcdef", "Authorization: Bearer [token 1]"],
    ["postgres://app:hunter22@db.internal/x", "postgres://app:[password 1]@db.internal/x"],
    ["password = correct-horse", "password = [secret 1]"],
    ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", "[token 1]"],
    ["AKIAIOSFODNN7EXAMPLE", "[key 1]"],
    ["-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----", "[private key 1]"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N", "[token 1]"],
  ])("%s", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    "order DL-20418, ending 418",
    "4111 1111 1111 1112 fails its check digit",
    "version 1.2.3 and 10.300.2.1",
    "on 2026-11-29 at 12:30",
    "DE00 3704 0044 0532 0130 00",
    "the ratio is 0.418223 of 123456789012",
    "user@host",
    "the secret: tea",
    "sc-1234567890",
  ])("leaves %s", (text) => {
    expect(redact(text)).toBe(text);
  });

  it("goes through every text of a row, keeps its ids, and hides fields that are credentials", () => {
    const row = {
      rollout_id: "4111111111111111",
      prompt: "I am ada@example.org",
      steps: [{ tool: "login", arguments: { email: "ada@example.org", password: "abc", count: 3 }, result: null }],
      privileged: { reference: "bob@example.org" },
    };
    const before = structuredClone(row);
    expect(redact(row)).toEqual({
      rollout_id: "4111111111111111",
      prompt: "I am [email 1]",
      steps: [{ tool: "login", arguments: { email: "[email 1]", password: "[secret 1]", count: 3 }, result: null }],
      privileged: { reference: "[email 2]" },
    });
    expect(row).toEqual(before);
  });

  it("keeps no id that is a tool's or the caller's own", () => {
    const task_id = "ada@example.org";
    const row = { task_id, lineage: { task_id }, steps: [{ arguments: { a: [{ task_id }] }, result: { task_id } }] };
    expect(redact({ ...row, privileged: { task_id } })).toEqual({
      task_id,
      lineage: { task_id },
      steps: [{ arguments: { a: [{ task_id: "[email 1]" }] }, result: { task_id: "[email 1]" } }],
      privileged: { task_id: "[email 1]" },
    });
  });

  it("takes patterns of the caller's own, and leaves out what is switched off", () => {
    const own = createRedactor({ secrets: false, personalData: false, patterns: { street: /\d+ Elm Road/g } });
    expect(own("12 Elm Road, ada@example.org, sk-abcdefghij0123456789")).toBe(
      "[street 1], ada@example.org, sk-abcdefghij0123456789",
    );
    expect(() => createRedactor({ patterns: { street: /x/ } })).toThrow(OptionError);
    expect(() => createRedactor({ secret: true } as never)).toThrow(/Did you mean `secrets`/);
  });

  it("is done after one pass, for whatever JSON", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.emailAddress(),
      fc.ipV4(),
      fc.stringMatching(/^[0-9 -]{12,24}$/),
      fc.constantFrom("sk-abcdefghij0123456789", "password: abcdefgh", "+1 555 010 4477"),
    );
    const values = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(texts, fc.integer(), fc.array(tie("value")), fc.dictionary(fc.string(), tie("value"))),
    })).value;
    fc.assert(
      fc.property(values, (value) => {
        const once = redact(value);
        const namesOf = (given: unknown) => (typeof given === "object" && given !== null ? Object.keys(given) : []);
        expect(namesOf(once)).toEqual(namesOf(value));
        expect(redact(once)).toEqual(once);
        expect(JSON.stringify(once)).not.toMatch(/sk-abcdefghij|010 4477/);
      }),
    );
  });

  it("takes linear time on long texts that almost match", () => {
    for (const piece of [
      "a.",
      "1 ",
      "a@",
      "+1(",
      "eyJaaaaaaaa.",
      "password:",
      "x://y:",
      "-----BEGIN PRIVATE KEY-----",
    ]) {
      expect(redact(piece.repeat(20_000)).length).toBeGreaterThan(0);
    }
  });
});
