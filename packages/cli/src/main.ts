import { run } from "./run.js";
import { EXIT } from "./terminal/terminal.js";

// A reader that goes away early (`| head`) ends the output, not the program with a stack trace.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`error: the output cannot be written: ${error.message}\n`);
  process.exit(EXIT.usage);
});
// Notes that nobody can read are no reason to end work that is paid for.
process.stderr.on("error", () => {});

// The first Ctrl-C ends the work and keeps what landed; a second one ends the process.
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());

void run(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  note: (text) => process.stderr.write(`${text}\n`),
  signal: interrupted.signal,
}).then((code) => {
  process.exitCode = code;
});
