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

/** What the companion does instead of programs of the shell, from a release on, or how a use is refused with it. */
export type CompanionFact = {
  /** The first API level that it holds for. */
  readonly since: number;
  /** The companion that it holds for; both if absent. */
  readonly host?: "service" | "shell";
} & ({ readonly asks: string } | { readonly refused: ErrorCode; readonly why: string });

/** One use of a tool, as docs/tools.md describes it and the tests make it on each release. */
export interface EverydayUse {
  readonly tool: string;
  /** Null for a tool that is offered by default. */
  readonly group: ToolGroup | null;
  /** What is done. */
  readonly what: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Arguments of a call of the same tool that has to come before. */
  readonly first?: Readonly<Record<string, unknown>>;
  readonly releases: readonly ReleaseFact[];
  /** With a companion the same is done if absent. */
  readonly companion?: readonly CompanionFact[];
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

/** The fact that holds with a companion on a release; undefined where the same is done as without one. */
export function companionFactOn(
  { companion = [] }: Pick<EverydayUse, "companion">,
  apiLevel: number,
  host: "service" | "shell",
): CompanionFact | undefined {
  return companion.findLast((fact) => fact.since <= apiLevel && (fact.host === undefined || fact.host === host));
}

/** How what changes the device for a while is undone. */
export const SET_BACK =
  "restored at the end of the server or connection, after a crash by the next one; `display` with `set_back`";
/** The verdict of a state that is read again, and of the screen. */
export const SCREEN =
  "`changed` once the device reports the new value, else STATE_REFUSED; with what changed on the screen";
/** The verdict of what is seen on the screen. */
export const ACTED = "that of an action: `changed`, `no_effect`, …";
