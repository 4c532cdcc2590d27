import { readFileSync } from "node:fs";

/** The bytes of a fixture. All were written by the tools themselves (see conformance/other-tools) and then cut short. */
export const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, import.meta.url)));

/** A fixture as text. */
export const fixtureText = (name: string): string => new TextDecoder().decode(fixture(name));

/** A fixture that is JSON, parsed. */
// biome-ignore lint/suspicious/noExplicitAny: tests change parsed files in many places
export const fixtureJson = (name: string): any => JSON.parse(fixtureText(name));
