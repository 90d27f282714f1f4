import type { Flow } from "../replay/flow/flow.js";
import type { RunReport, StepReport } from "../replay/report.js";
import type { FlowResult } from "../replay/suite/suite.js";

/** The first line of a flow. */
export function runHead({ name, file }: Flow, device: string): string {
  return `${name} (${file}) on ${device}`;
}

const WORDS: Readonly<Record<StepReport["outcome"], string>> = {
  passed: "ok",
  healed: "healed",
  diverged: "DIVERGED",
  failed: "FAILED",
  retried: "retried",
  skipped: "skipped",
};

/** The line of a step, then lines for its problems and important notes: those that begin with an exclamation mark. */
export function storyLines({ name, place, outcome, durationMs, code, message, notes, screenshots }: StepReport) {
  const words = `  ${WORDS[outcome].padEnd(8)} ${place}  ${name}`;
  // Steps that were not done need no time and no notes.
  if (outcome === "skipped" && code === null) return [message === null ? words : `${words}: ${message}`];
  const what = `${words} (${seconds(durationMs)})`;
  const why = message === null ? [] : `${code === null ? "" : `${code}: `}${message}`.split("\n");
  const worth = notes.filter(
    (note) => note.startsWith("!") || note.startsWith("log: ") || note.startsWith("no_effect:") || /^saved /.test(note),
  );
  const picture = screenshots.actual === null ? [] : [`picture: ${screenshots.actual}`];
  return [what, ...[...why, ...worth, ...picture].map((line) => `           ${line}`)];
}

/** How a flow ended: a line for each time that it was run, or why it was not run. */
export function resultLines({ name, outcome, tries, why }: FlowResult): readonly string[] {
  if (why) return [`${outcome === "skipped" ? "skipped" : "FAILED"}: ${name}: ${why.message}`];
  const lines = tries.map((report, place) =>
    [
      `${report.outcome === "failed" ? "FAILED" : "passed"}${tries.length > 1 ? ` (try ${place + 1})` : ""}`,
      countsOf([report]),
    ].join(": "),
  );
  return outcome === "flaky" ? [...lines, `FLAKY: ${name} passed at try ${tries.length}`] : lines;
}

/** The result of all flows in one line. */
export function runSummary(results: readonly FlowResult[]): string {
  const count = (outcome: FlowResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  const [failed, flaky, skipped] = [count("failed"), count("flaky"), count("skipped")];
  const notes = [...(flaky === 0 ? [] : [`${flaky} flaky`]), ...(skipped === 0 ? [] : [`${skipped} not run`])];
  const steps = countsOf(results.flatMap(({ tries }) => tries));
  if (isIdle(results)) return `nothing was tested: none of ${results.length} flows did anything; ${steps}`;
  const flows = [`${results.length - failed - skipped} of ${results.length} flows`, ...notes].join(", ");
  return `${failed === 0 ? "passed" : "FAILED"}: ${flows}; ${steps}`;
}

/** Whether all flows were skipped: such a run has not passed. */
export function isIdle(results: readonly FlowResult[]): boolean {
  return results.every(({ outcome }) => outcome === "skipped");
}

function countsOf(reports: readonly RunReport[]): string {
  const steps = reports.flatMap((report) => report.steps);
  const count = (...outcomes: readonly StepReport["outcome"][]) =>
    steps.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const skipped = count("skipped");
  const ms = reports.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return [
    `${count("passed", "healed")} of ${steps.length} steps done`,
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    seconds(ms),
  ].join(", ");
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

const [GREEN, YELLOW, RED, GREY] = [32, 33, 31, 90];
const COLOURS: ReadonlyMap<string, number> = new Map([
  ["ok", GREEN],
  ["passed", GREEN],
  ["healed", YELLOW],
  ["retried", YELLOW],
  ["FLAKY", YELLOW],
  ["DIVERGED", RED],
  ["FAILED", RED],
  ["skipped", GREY],
]);

/** The same lines with a colour for the word of each outcome (escape sequences of ECMA-48). */
export function paintStory(text: string): string {
  return text.split("\n").map(paintLine).join("\n");
}

/** The word comes first, or after the name of a phone and at most two spaces. */
function paintLine(line: string): string {
  const behindPhone = line.startsWith("[") ? line.indexOf("] ") + 2 : 0;
  const at = line.startsWith("  ", behindPhone) ? behindPhone + 2 : behindPhone;
  const [word = ""] = /^[A-Za-z]{1,10}(?![A-Za-z])/.exec(line.slice(at)) ?? [];
  const colour = COLOURS.get(word);
  if (colour === undefined) return line;
  return `${line.slice(0, at)}\u001b[${colour}m${word}\u001b[0m${line.slice(at + word.length)}`;
}
