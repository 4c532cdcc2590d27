import { STANCES } from "@whileai/core";
import { expect, it } from "vitest";
import { hasSlot } from "../fill-slots.js";
import { TOLD_STANCES } from "./told-stances.js";

const HISTORIES = ["prior_failure", "prior_partial_action", "contradicts_earlier", "repeat visit"];
const REQUESTS = ["wish", "do", "half", "doIt", "request", "finish"];

it.each(Object.entries(TOLD_STANCES))("wordings of %s hold a request", (name, wordings) => {
  const [stance, history] = name.replace(/^working\./, "").split(".");
  expect(STANCES).toContain(stance);
  expect(HISTORIES).toContain(history);
  expect(new Set(wordings).size).toBe(wordings.length);
  for (const wording of wordings)
    expect(
      REQUESTS.some((slot) => hasSlot(wording, slot)),
      wording,
    ).toBe(true);
});
