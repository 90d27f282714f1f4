import type { StepReport } from "../report.js";

/** The paths of the files that a step saved. */
export function attachmentsOf({ screenshots, notes }: Pick<StepReport, "screenshots" | "notes">): readonly string[] {
  const pictures = [screenshots.expected, screenshots.actual].flatMap((path) => (path === null ? [] : [path]));
  return [...pictures, ...notes.flatMap((note) => /^saved (.+\.(?:png|mp4))$/.exec(note)?.[1] ?? [])];
}
