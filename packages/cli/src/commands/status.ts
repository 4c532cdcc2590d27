import { settings } from "@whileai/core/settings";
import { platformStatus } from "@whileai/platform-client";
import { providerVariables } from "../options/provider-variables.js";
import { type AddCommand, JSON_OPTION } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

/** `whileai status`: what each role resolves to, which keys are found and where; asks no server. */
export const addStatus: AddCommand = (program, perform) => {
  program
    .command("status")
    .description("show which models, keys and platform are in use, without asking any server")
    .option(...JSON_OPTION)
    .action((options: { json?: boolean }) =>
      perform(options, async () => {
        const platform = platformStatus();
        const roles = settings.toJSON();
        const found = providerVariables();
        const lines: [string, string][] = [
          ["agent", String(roles.agent)],
          ["judge", String(roles.judge)],
          ["simulator", String(roles.simulator)],
          ["variables", found.length > 0 ? found.join(", ") : "none of the providers' variables is set"],
          ["platform", `${platform.baseURL ?? "not usable"} (from ${platform.baseURLSource ?? "nowhere"})`],
          ["account key", platform.key === null ? "none" : `${platform.key} (from ${platform.keySource})`],
          ["credentials", platform.credentialsPath],
          ["node", process.version],
          ...platform.problems.map((problem): [string, string] => ["problem", problem]),
        ];
        const width = Math.max(...lines.map(([name]) => name.length));
        return {
          text: lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n"),
          document: {
            schema: "whileai-status/1",
            roles,
            variables: found,
            platform: {
              base_url: platform.baseURL,
              base_url_source: platform.baseURLSource,
              models_url: platform.modelsURL,
              key: platform.key,
              key_source: platform.keySource,
              credentials_path: platform.credentialsPath,
              credentials_mode: platform.credentialsMode,
              name: platform.name,
              tier: platform.tier,
              problems: platform.problems,
            },
            node: process.version,
          },
          exitCode: EXIT.ok,
        };
      }),
    );
};
