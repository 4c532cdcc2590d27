/** A process that grades with a verifier written in TypeScript, loaded from its source. */
import { grade, verifierFromModule } from "@whileai/judges";

const verifier = verifierFromModule(new URL("./typed-judge.ts", import.meta.url));
const { rows } = await grade([{ final_text: "yes" }, { final_text: "no" }], verifier);
console.log(JSON.stringify(rows.map((row) => row.reward)));
