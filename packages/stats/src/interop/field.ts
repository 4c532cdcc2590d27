import { isRecord } from "@whileai/core";

/** Fields of an object that came from outside. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object's own fields; none for anything else. */
export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/** A field that is text; undefined for anything else, the empty text included. */
export const textField = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** A number that is one. */
export const numberField = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** An id that is text or a number, as text. */
export const idField = (value: unknown): string | undefined =>
  typeof value === "number" && Number.isFinite(value) ? String(value) : textField(value);

/** The entries of a list; none for anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
