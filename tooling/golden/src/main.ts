import { fileURLToPath } from "node:url";
import { goldenCommand } from "./command.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { code, output, remarks } = await goldenCommand(process.argv.slice(2), root, process.cwd());
for (const remark of remarks) console.error(remark);
if (output !== "") console.log(output);
process.exitCode = code;
