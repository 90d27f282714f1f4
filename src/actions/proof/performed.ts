import type { Point } from "../../base/geometry.js";
import type { PictureChange } from "../../screen/diff-text.js";
import type { UiElement } from "../../screen/element.js";
import type { WindowType } from "../../screen/facts.js";
import type { Observation } from "../../screen/observation.js";
import type { Settled } from "../../screen/settled.js";
import type { Passed } from "../ask-gate.js";
import type { JudgeGap } from "../staleness/gap.js";
import type { FoundTarget } from "../targets/located.js";
import type { Verdict } from "../verdict.js";
import type { ReadBack } from "./read-back.js";
import type { TypedOutcome } from "./typed-proof.js";

/**
 * How an action was done on the device. By the companion: a `click` on a node, a `gesture`, a `text` or a global
 * `action`. Else by the `input` or `am` program, or by another program of the shell.
 */
export type By = "click" | "gesture" | "text" | "action" | "input" | "am" | "shell";

/** What a verb did, and everything that it found out; the session keeps none of it. */
export interface Performed {
  /** What was done, in the past tense: `tapped e12 button "Save"`. */
  readonly did: string;
  /** Device pixels that were touched, in order; empty for keys, texts and apps. */
  readonly points: readonly Point[];
  readonly by: By;
  /** Proof that it passed the guard before it was sent. */
  readonly passed: Passed;
  /** The targets, first to last; empty for keys and apps, and for text that was sent to the focused field. */
  readonly targets: readonly FoundTarget[];
  /** The number of the companion's last event before the action; null if the companion did not do it. */
  readonly after: number | null;
  /** Further notes, computed from the screen afterwards if that could be read. */
  readonly notes: (after: Observation | null) => readonly string[];
  /**
   * Whether the screen changed between the last check of the target and the touch; null if nothing was touched.
   */
  readonly gap: JudgeGap | null;
  /**
   * The action changed a state of the device, which was read again and has the wanted value, whatever the screen shows.
   */
  readonly isReadAgain?: boolean;
  /** For typed text: finds it on the screen afterwards. */
  readonly proveText?: (after: Observation, signal: AbortSignal) => Promise<TypedOutcome>;
  /** For typed text: the field that received it; null if that is unknown. */
  readonly typedInto?: UiElement | null;
  /** The app that the action should bring to the front, if that was its purpose. */
  readonly opens?: string;
  /** The action touched the screen before its last reading of the screen, as giving the focus to a field does. */
  readonly isReadAmid?: boolean;
  /**
   * The last reading of the screen before the first key, if the screen was read again between two keys; else absent.
   */
  readonly seenBefore?: Observation | null;
  /** Windows of the system that the action opens on purpose; they are not reported as unexpected. */
  readonly asksFor?: readonly WindowType[];
}

/** The parts of a result that are the same for every action that touches nothing on the screen. */
export const UNTOUCHED = {
  points: [],
  targets: [],
  after: null,
  gap: null,
  notes: () => [],
} as const satisfies Partial<Performed>;

/** An action and the screen after it. */
export interface ActResult {
  readonly did: string;
  readonly points: readonly Point[];
  readonly by: By;
  readonly notes: readonly string[];
  /** The screen as last shown to a caller; null before the first time since the device was booted. */
  readonly before: Observation | null;
  /** The screen afterwards; null if the call had to end before it was read. */
  readonly after: Observation | null;
  /** How the pixels changed between the two. */
  readonly picture: PictureChange;
  /** How the screen became stable; null if the call had to end before. */
  readonly settled: Settled | null;
  /** The result, as far as it can be proven. */
  readonly verdict: Verdict;
  /** For typed text: what the field holds now; absent if no field can be read. */
  readonly field?: ReadBack;
}
