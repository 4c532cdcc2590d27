import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type JudgeLike, verifierFromModule } from "@whileai/judges";
import { loadExport } from "./load-export.js";

/**
 * The judge that a module exports. A function runs in threads, so that one that never returns costs only its row; anything
 * else (`Judge({ rubric })`, a backend) asks a model from here, where its costs are counted.
 *
 * @param threads - How many rows are judged at the same time; as many as the machine runs in parallel unless given.
 */
export async function judgeModule(path: string, name: string, threads?: number): Promise<JudgeLike> {
  const exported = await loadExport("judge", `${path}#${name}`);
  if (typeof exported !== "function") return exported as JudgeLike;
  return verifierFromModule(pathToFileURL(resolve(path)), { export: name, threads });
}
