import type { ErrorCode } from "../../base/errors.js";
import type { ToolGroup } from "../../base/options/choices.js";

/** What a tool runs from a release on, or how it refuses there. */
export type ReleaseFact = {
  /** The first API level that it holds for. */
  readonly since: number;
} & (
  | {
      /** How the command lines begin that do it. */
      readonly runs: readonly string[];
      /** Where Android's own code has them. */
      readonly source: string;
    }
  | { readonly refused: ErrorCode; readonly why: string }
);

/** One use of a tool of a group, as docs/tools.md describes it and the tests make it on each release. */
export interface EverydayUse {
  readonly tool: string;
  readonly group: ToolGroup;
  /** What is done. */
  readonly what: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly releases: readonly ReleaseFact[];
  /** What other probes see of it on the virtual phone. */
  readonly seen: string;
  readonly verdict: string;
  /** What the guard takes it for. */
  readonly guard: string;
  readonly undo: string;
}

/** The fact that holds on a release. */
export function factOn({ releases }: Pick<EverydayUse, "releases">, apiLevel: number): ReleaseFact | undefined {
  return releases.findLast(({ since }) => since <= apiLevel);
}

/** How what changes the device for a while is undone. */
export const SET_BACK =
  "set back at the end of the server or connection, after a crash by the next one; `display` with `set_back`";
/** The verdict of what is seen on the screen, and read again. */
export const SCREEN = "that of an action: `changed`, `no_effect`, …; the value is read again, else STATE_REFUSED";
