import type { ErrorCode } from "../../base/errors.js";
import type { ToolGroup } from "../../base/options/choices.js";

/** The commands that a tool runs from a release on, or how it refuses there. */
export type ReleaseFact = {
  /** The first API level for which this is true. */
  readonly since: number;
} & (
  | {
      /** How the command lines begin. */
      readonly runs: readonly string[];
      /** The class or file of Android's code that handles them. */
      readonly source: string;
    }
  | { readonly refused: ErrorCode; readonly why: string }
);

/** What the companion does from a release on instead of shell programs, or how a use is refused with it. */
export type CompanionFact = {
  /** The first API level for which this is true. */
  readonly since: number;
  /** The kind of companion; both kinds if absent. */
  readonly host?: "service" | "shell";
} & ({ readonly asks: string } | { readonly refused: ErrorCode; readonly why: string });

/** One use of a tool: docs/tools.md describes it, and the tests run it on each release. */
export interface EverydayUse {
  readonly tool: string;
  /** Null for a default tool. */
  readonly group: ToolGroup | null;
  /** What the use does. */
  readonly what: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Arguments of a call of the same tool that has to be made before. */
  readonly first?: Readonly<Record<string, unknown>>;
  readonly releases: readonly ReleaseFact[];
  /** If absent, the use is the same with a companion. */
  readonly companion?: readonly CompanionFact[];
  /** The effect that other probes show on the virtual phone. */
  readonly seen: string;
  readonly verdict: string;
  /** The category by which the guard decides. */
  readonly guard: string;
  readonly undo: string;
}

/** The fact for a release. */
export function factOn({ releases }: Pick<EverydayUse, "releases">, apiLevel: number): ReleaseFact | undefined {
  return releases.findLast(({ since }) => since <= apiLevel);
}

/** The fact for a companion on a release; undefined if the use is the same as without a companion. */
export function companionFactOn(
  { companion = [] }: Pick<EverydayUse, "companion">,
  apiLevel: number,
  host: "service" | "shell",
): CompanionFact | undefined {
  return companion.findLast((fact) => fact.since <= apiLevel && (fact.host === undefined || fact.host === host));
}

/** How a temporary change of the device is undone. */
export const RESTORED =
  "restored by `display` with `set_back`, or when the server or connection ends; after a crash, by the next server or command";
/** The verdict for a state that is read again, and for the screen. */
export const SCREEN =
  "`changed` once the device reports the new value, else STATE_REFUSED; the answer shows what changed on the screen";
/** The verdict for an effect that is visible on the screen. */
export const ACTED = "as for any action: `changed`, `no_effect`, …";
