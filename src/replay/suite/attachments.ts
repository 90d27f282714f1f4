import type { StepReport } from "../report.js";

/** Files that a step left, by their paths. */
export function attachmentsOf({ screenshots, notes }: Pick<StepReport, "screenshots" | "notes">): readonly string[] {
  const pictures = [screenshots.expected, screenshots.actual].flatMap((path) => (path === null ? [] : [path]));
  return [...pictures, ...notes.flatMap((note) => /^saved (.+\.(?:png|mp4))$/.exec(note)?.[1] ?? [])];
}
