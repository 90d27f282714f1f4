import type { OnDeviceSnapshot, OnDeviceWindow } from "../../devices/companion/results.js";
import type { FactError } from "../../screen/facts.js";
import { nameOrQuoted, quoteWords } from "../../screen/label.js";
import { factError } from "../probe.js";

/**
 * The errors of the windows of the display. A window with the focus and without nodes is not among them: without it
 * there is no hierarchy. Windows of other displays are reported as unknown facts.
 */
export function windowErrors(
  shown: readonly OnDeviceWindow[],
  { windows }: OnDeviceSnapshot,
  displayId: number,
): readonly FactError[] {
  const others = windows.length - shown.length;
  const elsewhere = `windows of other displays than ${displayId} that are left out: ${others}`;
  return [
    ...shown.flatMap((window) => errorOf(window) ?? []),
    ...(others > 0 ? [factError("hierarchy", "FACT_UNKNOWN", elsewhere)] : []),
  ];
}

function errorOf(window: OnDeviceWindow): FactError | undefined {
  const { error, truncated, content, type } = window;
  const name = windowName(window);
  // System bars come and go, and some never have a hierarchy.
  if (error === "NO_ROOT" && type !== "application")
    return factError("hierarchy", "FACT_UNKNOWN", `${name} has no hierarchy`);
  if (error !== null)
    return factError("hierarchy", "WINDOW_UNREAD", `${name}: ${WHY[error]}${partOf(content?.length ?? 0)}`);
  if (truncated === null) return undefined;
  return factError(
    "hierarchy",
    "TRUNCATED",
    `${name} was read up to its ${content?.length ?? 0} nodes: ${BUDGETS[truncated]}`,
  );
}

const WHY: Readonly<Record<NonNullable<OnDeviceWindow["error"]>, string>> = {
  NO_ROOT: "it gave no hierarchy; it may be closing",
  TIMEOUT: "its app did not answer in time",
  HUNG: "its app still does not answer",
  FAILED: "reading it failed on the device",
};

const BUDGETS: Readonly<Record<NonNullable<OnDeviceWindow["truncated"]>, string>> = {
  time: "the time ran out",
  nodes: "it has more than Fovea reads",
  depth: "it is nested deeper than Fovea reads",
};

function partOf(nodes: number): string {
  return nodes === 0 ? "" : `; ${nodes} of its nodes were read`;
}

/** A name of the window that a user understands. */
export function windowName({ title, content, type }: Pick<OnDeviceWindow, "title" | "content" | "type">): string {
  const owner = content?.[0]?.package ?? null;
  const words = title === null ? "" : ` ${quoteWords(title)}`;
  return `the ${type} window${words}${owner === null ? "" : ` of ${nameOrQuoted(owner)}`}`;
}
