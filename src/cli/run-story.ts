import type { Flow } from "../replay/flow/flow.js";
import type { RunReport, StepReport } from "../replay/report.js";

/** The line that a flow begins with. */
export function runHead({ name, file }: Flow, device: string): string {
  return `${name} (${file}) on ${device}`;
}

const WORDS: Readonly<Record<StepReport["outcome"], string>> = {
  passed: "ok",
  healed: "healed",
  diverged: "DIVERGED",
  failed: "FAILED",
  skipped: "skipped",
};

/** A step in a line; behind it what is wrong or worth knowing: notes that begin with an exclamation mark. */
export function stepLines({ name, place, outcome, durationMs, code, message, notes, screenshots }: StepReport) {
  const words = `  ${WORDS[outcome].padEnd(8)} ${place}  ${name}`;
  // What was not done at all needs no line of its own to say so.
  if (outcome === "skipped" && code === null) return [message === null ? words : `${words}: ${message}`];
  const what = `${words} (${seconds(durationMs)})`;
  const why = message === null ? [] : `${code === null ? "" : `${code}: `}${message}`.split("\n");
  const worth = notes.filter((note) => note.startsWith("!") || note.startsWith("no_effect:") || /^saved /.test(note));
  const picture = screenshots.actual === null ? [] : [`picture: ${screenshots.actual}`];
  return [what, ...[...why, ...worth, ...picture].map((line) => `           ${line}`)];
}

/** How it ended, in one line. */
export function runSummary(reports: readonly RunReport[]): string {
  const steps = reports.flatMap((report) => report.steps);
  const count = (...outcomes: readonly StepReport["outcome"][]) =>
    steps.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const failed = reports.filter(({ outcome }) => outcome === "failed").length;
  const flows = reports.length === 1 ? "" : ` ${reports.length - failed} of ${reports.length} flows;`;
  const skipped = count("skipped");
  const ms = reports.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return [
    `${failed === 0 ? "passed" : "FAILED"}:${flows} ${count("passed", "healed")} of ${steps.length} steps done`,
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    seconds(ms),
  ].join(", ");
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
