import { countText, OptionError } from "@whileai/core";
import { BatchLedger } from "./batch-ledger.js";
import { placeOfKey } from "./request-key.js";

/**
 * Refuses single calls in a folder whose rows are in batches that nobody has read: they would be paid twice.
 *
 * @param isLanded - Whether the row at a place has its verdict.
 * @throws OptionError
 */
export async function requireReadBatches(dir: string, isLanded: (at: number) => boolean): Promise<void> {
  const unread = await BatchLedger.unread(dir);
  const open = unread.filter(({ keys }) => keys.some((key) => !isLanded(placeOfKey(key))));
  if (open.length === 0) return;
  const names = open.map(({ id, tag }) => id ?? tag).join(", ");
  throw new OptionError({
    option: "batch",
    received: false,
    message: `grade: ${countText(open.length, "batch", "batches")} of ${dir} (${names}) may be under way and not read: without \`batch\` their rows would be paid twice.`,
    fix: "Make the call with `batch`, which reads them, or give another store.dir.",
  });
}
