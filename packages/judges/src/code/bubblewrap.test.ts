import { expect, it } from "vitest";
import { bubblewrap } from "./bubblewrap.js";

it("shows the interpreter read-only, one folder to write in, and nothing else", () => {
  const command = bubblewrap("/opt/venv/bin/python3", ["/usr/lib"], "/tmp/run");
  expect(command.at(0)).toMatch(/bwrap$/);
  expect(command.at(-1)).toBe("--");
  const shown = command.flatMap((word, index) =>
    word.endsWith("bind") || word.endsWith("bind-try") ? [`${word} ${command[index + 1]}`] : [],
  );
  expect(shown).toEqual([
    "--ro-bind-try /usr/lib",
    expect.stringMatching(/^--ro-bind-try .*\/python$/),
    "--ro-bind-try /opt/venv/bin/python3",
    "--ro-bind-try /opt/venv/pyvenv.cfg",
    "--bind /tmp/run",
  ]);
  expect(command).toContain("--unshare-all");
});
