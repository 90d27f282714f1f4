import type { Observation } from "../../screen/observation.js";

const BAR_WIDTH = 40;

/** One line for each part: its source, its duration and a bar for when it ran, all on one time axis. */
export function waterfall({ parts }: Observation): readonly string[] {
  const rows = Object.entries(parts).map(([name, { source, ageMs, durationMs }]) => {
    const endsAt = -(ageMs ?? 0);
    return { name, source, durationMs: durationMs ?? 0, startsAt: endsAt - (durationMs ?? 0), endsAt };
  });
  const first = Math.min(...rows.map((row) => row.startsAt));
  const span = Math.max(1, Math.max(...rows.map((row) => row.endsAt)) - first);
  const column = (at: number) => Math.round(((at - first) / span) * BAR_WIDTH);
  return rows.map(({ name, source, durationMs, startsAt, endsAt }) => {
    const bar = " ".repeat(column(startsAt)) + "\u2588".repeat(Math.max(1, column(endsAt) - column(startsAt)));
    return `${name.padEnd(12)} ${(source ?? "").padEnd(18)} ${String(Math.round(durationMs)).padStart(5)} ms  ${bar}`;
  });
}
