import type { Observation } from "../../screen/observation.js";
import type { CallTime, Stage } from "./stage.js";

/**
 * What the demo showed, with the figures of this run, and what to do next. `plain` is the observation by adb alone, if
 * there was one.
 */
export async function summaryOf(stage: Stage, plain: Observation | null): Promise<string> {
  const last = await stage.lastObservation();
  const lines = [
    "== What you saw",
    "",
    `  ${ofCalls(stage.calls)}`,
    ...(plain === null ? [] : [`  the hierarchy ${sourceAndTime(plain)}, and ${sourceAndTime(last)}`]),
    "",
    "Next:",
    "  fovea doctor                 what is installed for a phone of your own, and what is missing",
    "  fovea demo --device SERIAL   the read-only part of this tour, on your phone",
    "  fovea serve                  for agents: README.md says how to add it to yours",
    "  docs/library.md              the same from a program of your own",
  ];
  return lines.join("\n");
}

function ofCalls(calls: readonly CallTime[]): string {
  const refused = calls.filter(({ came }) => came === "refused");
  const times = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  return `${calls.length} calls, ${median} ms at the median; ${refused.length} of them were refused and touched nothing`;
}

function sourceAndTime({ parts }: Observation): string {
  const { source, durationMs } = parts.hierarchy ?? { source: "nowhere", durationMs: 0 };
  return `by ${source} in ${Math.round(durationMs)} ms`;
}
