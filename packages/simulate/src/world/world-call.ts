import type { Json, JsonObject, ToolSchema } from "@whileai/core";
import type { OutputShape } from "./output-shape.js";
import type { RecordStore } from "./record-store.js";
import type { ToolProfile } from "./tool-profile.js";

/**
 * How a call is carried out: as it should be; only half of a write, as after a crash in the middle; or with an answer from an
 * old copy, which shows records as they were before this rollout changed them (the write itself happens).
 */
export type Manner = "whole" | "half" | "outdated";

/** A valid call on a known tool, and what it may touch. */
export interface WorldCall {
  readonly tool: ToolSchema;
  readonly profile: ToolProfile;
  readonly arguments: JsonObject;
  readonly store: RecordStore;
  readonly manner: Manner;
  /** The shape that the tool promises, or undefined when it promises none. */
  readonly output: OutputShape | undefined;
}

/** An answer before it has its final shape: what it shows on success, or why there is none. */
export type Answer = Success | { readonly failure: JsonObject };

/** What a call that succeeds shows. */
export interface Success {
  /** `ok`, `created` or `deleted`. */
  readonly status: string;
  readonly data: Json;
  /** Further fields beside the data, where no output schema rules. */
  readonly beside?: JsonObject;
  /** The data's fields stand at the top, where no output schema rules. */
  readonly isFlat?: boolean;
  /** What an invented part of the answer is drawn from. */
  readonly salt: string;
}

/** What a call answers that was cut off in the middle: the first half of the names is saved. */
export function halfSaved(names: readonly string[], saved = Math.ceil(names.length / 2)): JsonObject {
  return {
    status: "error",
    reason: "partial_write",
    error: "the change was only partly saved",
    saved: names.slice(0, saved),
    not_saved: names.slice(saved),
  };
}
