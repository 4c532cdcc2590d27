import { platformStatus } from "@whileai/platform-client";
import { findPeers } from "../options/find-peers.js";
import { providerVariables } from "../options/provider-variables.js";
import { type AddCommand, JSON_OPTION } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

/** The oldest Node that is supported. */
const OLDEST_NODE = [20, 19] as const;

/** `whileai doctor`: what works on this machine, without asking any server. */
export const addDoctor: AddCommand = (program, perform) => {
  program
    .command("doctor")
    .description("show what works on this machine: Node, optional packages, keys by name, Python, the sandbox for code")
    .option("--python-bin <path>", "the Python that runs candidates (default python3)")
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      "\nExit codes: 0 usable, 1 code cannot be confined here (verify.CodeExec refuses to run) or Node is too old.",
    )
    .action((options: { pythonBin?: string; json?: boolean }) =>
      perform(options, async () => {
        // Only this command tries the sandbox out; the others do not load it.
        const { sandboxReport } = await import("@whileai/judges/code");
        const sandbox = await sandboxReport({ pythonBin: options.pythonBin });
        const peers = findPeers();
        const variables = providerVariables();
        const { key, keySource, problems } = platformStatus();
        const isNodeSupported = isSupported(process.versions.node);
        const lines: [string, string][] = [
          [
            "node",
            `${process.version}${isNodeSupported ? "" : `, which is too old: ${OLDEST_NODE.join(".")} or newer is needed`}`,
          ],
          ["variables", variables.join(", ") || "none of the providers' variables is set"],
          ["account key", key === null ? "none" : `found (from ${keySource})`],
          ...problems.map((problem): [string, string] => ["problem", problem]),
          ...peers.map(({ name, version, for: purpose }): [string, string] => [
            name,
            version ?? `not installed, needed for ${purpose}: npm install ${name}`,
          ]),
          ["python", sandbox.python === null ? "not found" : `${sandbox.python} (${sandbox.pythonVersion})`],
        ];
        const width = Math.max(...lines.map(([name]) => name.length));
        return {
          text: [...lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`), `${sandbox}`].join("\n"),
          document: {
            schema: "whileai-doctor/1",
            node: process.version,
            node_supported: isNodeSupported,
            packages: Object.fromEntries(peers.map(({ name, version }) => [name, version])),
            variables,
            account_key: keySource ?? null,
            problems,
            sandbox: sandbox.toJSON(),
          },
          reports: [sandbox],
          exitCode: isNodeSupported && sandbox.isStrict ? EXIT.ok : EXIT.failed,
        };
      }),
    );
};

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}
