import { switchOffTelemetry } from "../base/telemetry.js";
import { keepCompiled } from "./compile-cache.js";
import { expectShortLife } from "./short-life.js";

/** Runs the command line of this process, and sets its exit code. */
export async function runProgram(): Promise<void> {
  switchOffTelemetry(); // before anything starts a thread
  // Files that this process writes are readable and writable for their owner only, whatever the inherited umask is.
  process.umask(0o077);
  keepCompiled();
  const words = process.argv.slice(2);
  expectShortLife(words[0]);
  const { readSchemasAsTheyAre } = await import("./schemas-as-they-are.js");
  readSchemasAsTheyAre(); // before any of ours is made
  const [{ runCommandLine }, { OWN_TERMINAL }] = await Promise.all([
    import("./run-command-line.js"),
    import("./terminal.js"),
  ]);
  process.exitCode = await runCommandLine({ words, terminal: OWN_TERMINAL }, interruption());
}

/** The first interrupt cancels the running work, so that it can clean up; the second ends the process. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort(new DOMException("interrupted", "AbortError"));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  process.stdout.on("error", stop); // the reader of our output is gone, as in `fovea observe | head -1`
  return controller.signal;
}
