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
 * By what an action was done on the device: the companion's `click` of a node, a `gesture` or `text` of it or an
 * `action` of the system through it; else the `input` or `am` program, or another one of the shell.
 */
export type By = "click" | "gesture" | "text" | "action" | "input" | "am" | "shell";

/** What a verb did, and all that it found out: nothing of it is left in the session. */
export interface Performed {
  /** What was done, in the past tense: `tapped e12 button "Save"`. */
  readonly did: string;
  /** Device pixels that were touched, in order; empty for keys, texts and apps. */
  readonly points: readonly Point[];
  readonly by: By;
  /** It passed the gate before it was sent. */
  readonly passed: Passed;
  /** What it was done to, first to last; none for keys and apps, and for text that went where the focus was. */
  readonly targets: readonly FoundTarget[];
  /** Number of the companion's last event before it was done; null if that did not do it. */
  readonly after: number | null;
  /** What else is worth a line, known from the screen afterwards where that could be read. */
  readonly notes: (after: Observation | null) => readonly string[];
  /**
   * Whether the screen changed between the last check of the target and the touch; null if nothing was touched.
   */
  readonly gap: JudgeGap | null;
  /** It changed a state of the device, which was read again and is as it was to be, whatever the screen shows. */
  readonly isReadAgain?: boolean;
  /** For typed text: finds it on the screen afterwards. */
  readonly proveText?: (after: Observation, signal: AbortSignal) => Promise<TypedOutcome>;
  /** For typed text: the field that got it; null if that is unknown. */
  readonly typedInto?: UiElement | null;
  /** The app that the action should bring to the front, if that was its purpose. */
  readonly opens?: string;
  /** It touched the screen before it read it for the last time, as what gives a field the focus does. */
  readonly isReadAmid?: boolean;
  /** The screen as it was read last before the first key, where it was read again between two; else absent. */
  readonly seenBefore?: Observation | null;
  /** Windows of the system that it asks for, so that they are no surprise. */
  readonly asksFor?: readonly WindowType[];
}

/** The parts of a result for an act that touches nothing on the screen. */
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
  /** The outcome of the pixels between the two. */
  readonly picture: PictureChange;
  /** How the screen became stable; null if the call had to end before. */
  readonly settled: Settled | null;
  /** The result, if proven. */
  readonly verdict: Verdict;
  /** For typed text: what the field holds now; absent if no field can be read. */
  readonly field?: ReadBack;
}
