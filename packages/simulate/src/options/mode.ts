import type { SamplingPlan } from "@whileai/core";

/** What a run is for: it sets how often each prompt is repeated and how many rollouts meet a fault. */
export const MODES = ["explore", "sft", "rl"] as const;
export type Mode = (typeof MODES)[number];
export type RepeatPolicy = SamplingPlan["policy"];
