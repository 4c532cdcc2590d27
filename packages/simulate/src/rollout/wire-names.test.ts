import { expect, it } from "vitest";
import { wireTools } from "./wire-names.js";

it("wireTools renames only what an API would refuse, without collisions", () => {
  const long = "x".repeat(70);
  const names = ["a.b", "a_b", "a b", "fine-1", long, `${long}y`];
  const wire = wireTools(names.map((name) => ({ name, description: "", parameters: {} })));
  const out = wire.tools.map((tool) => tool.name);
  expect(out.slice(0, 4)).toEqual(["a_b_2", "a_b", "a_b_3", "fine-1"]);
  expect(new Set(out).size).toBe(names.length);
  expect(out.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
  expect(out.map((name) => wire.original(name))).toEqual(names);
  expect(wire.original("unheard_of")).toBe("unheard_of");
});
