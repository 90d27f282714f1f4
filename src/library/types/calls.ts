import type { Element, Point, Screen } from "./screen.js";

/** What every call takes: how it ends early. */
export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /**
   * The longest time for the whole call, in ms: it fails with TIMEOUT after that. Each call has its own bound,
   * too.
   */
  readonly deadlineMs?: number;
}

/** What calls that act take besides. */
export interface ActOptions extends CallOptions {
  /** How long to wait for the target, in ms; 1 at least. */
  readonly timeoutMs?: number;
  /** A condition that has to be true after the action, for example `"Saved"`; otherwise the call fails. */
  readonly expect?: string;
}

/** The outcome of a screen. */
export interface Update {
  readonly screen: Screen;
  /** Whether its elements or its window changed. */
  readonly isChanged: boolean;
  /** The changed lines: `+` new, `-` gone, `~` changed. */
  readonly changes: string;
}

/** An element that a query found. */
export interface Found extends Element {
  /** 0 to 1 for queries in plain words; null for selectors, which match or do not. */
  readonly score: number | null;
}

/**
 * The proven result of an action: `changed`, the screen is different; `no_effect`, it is the same;
 * `unexpected_window`, something else came between; `app_crashed` and `app_not_responding`, as Android reports;
 * `uncertain`, it may have hit something else; `sent`, the result was not read; `unknown`, none of these is proven.
 */
export type VerdictKind =
  | "changed"
  | "no_effect"
  | "unexpected_window"
  | "app_crashed"
  | "app_not_responding"
  | "uncertain"
  | "sent"
  | "unknown";

/** An action that was done, and the screen after it. */
export interface Acted {
  /** What was done, in the past tense. */
  readonly did: string;
  readonly verdict: { readonly kind: VerdictKind; readonly evidence: readonly string[] };
  /** What was touched, in order. */
  readonly points: readonly Point[];
  readonly notes: readonly string[];
  /** Null if there was no time left to read it. */
  readonly screen: Screen | null;
  /** The answer that models read: what was done, the verdict and the changed lines. */
  readonly text: string;
}

/** What kind of tap. */
export interface TapOptions extends ActOptions {
  /** 2 for a double tap. */
  readonly count?: 1 | 2 | 3;
  /** Length of the touch in ms; about 800 is a long press. */
  readonly holdMs?: number;
}

/** `down` shows what is further down: the finger moves the other way. */
export type ScrollWay = "down" | "up" | "left" | "right";

/** What to scroll, which way and how far. */
export interface ScrollToOptions extends CallOptions {
  /** Down to the end and then up to the other end if absent. */
  readonly way?: ScrollWay;
  /** A selector of what to scroll; the largest thing that scrolls if absent. */
  readonly within?: string;
  /** The bound; 50 if absent. */
  readonly mostSwipes?: number;
}

/** The result of scrolling. */
export interface Scrolled extends Acted {
  readonly element: Element;
  readonly swipes: number;
  /** The ends that were reached on the way, in order. */
  readonly ends: readonly ScrollWay[];
}

/** How far the focus may be. */
export interface FocusOptions extends CallOptions {
  /** The bound; 40 if absent. */
  readonly mostKeys?: number;
}

/** The result of moving the focus. */
export interface Focused extends Acted {
  /** It has the focus now. */
  readonly element: Element;
  /** Those that were pressed, in order: `dpad_up`, `dpad_down`, `dpad_left`, `dpad_right`; none if it had it. */
  readonly keys: readonly string[];
}

/** What has to be true afterwards. */
export interface OpenOptions extends CallOptions {
  readonly expect?: string;
}

/** How to press the key. */
export interface PressOptions extends OpenOptions {
  readonly count?: number;
  readonly long?: boolean;
}

/** What may be used of what was read before. */
export interface ObserveOptions extends CallOptions {
  /** Read everything again, use no cache. */
  readonly fresh?: boolean;
}

/** How long to wait. */
export interface WaitOptions extends CallOptions {
  /** In ms. */
  readonly timeoutMs?: number;
}

/** How sure has to be what plain words or a stored selector are taken for. */
export interface Confidence {
  /** Least score, 0 to 1; 0.85 if absent. */
  readonly minConfidence?: number;
}

/** What was waited for: how long that took, which elements made the condition true, and the screen then. */
export interface Waited {
  readonly waitedMs: number;
  /** The elements that make the condition true, each with its score from 0 to 1. */
  readonly elements: readonly { readonly ref: string; readonly score: number }[];
  readonly screen: Screen;
}

/** The expected result of an action, in a sentence. */
export interface ExpectedResult {
  /** `the switch "Wi-Fi" is on and the keyboard disappears`. */
  readonly expected: string;
  /** What was done: `it` in the sentence is what that was done to. */
  readonly action?: string;
}

/** A condition that is true, and what proves it. */
export interface Verified {
  /** The condition in its canonical spelling. */
  readonly condition: string;
  readonly evidence: readonly string[];
  readonly screen: Screen;
}

/** How large the picture is. */
export interface PictureOptions extends CallOptions {
  /** Scales the picture down to so many pixels on its longer side, 100 at least; full size if absent. */
  readonly longestSide?: number;
}

/** A PNG of the screen, in full size unless another was asked for. */
export interface Picture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Pixels of the screen itself, as it is turned. */
  readonly screen: { readonly width: number; readonly height: number };
}

/** What is marked, and what is shown larger. */
export interface MarkOptions extends CallOptions {
  /** Mark only these: refs, selectors or plain words; everything that can be acted on if absent. */
  readonly only?: readonly string[];
  /** Enlarge an element or a region: `e40` or `0,900,1080,1500`. */
  readonly zoom?: string;
  /** Outline this ref in red. */
  readonly previous?: string;
}

/** A screenshot with refs drawn on it, as models get it. */
export interface MarkedPicture {
  readonly bytes: Uint8Array;
  /** `image/png`, `image/jpeg` or `image/webp`. */
  readonly mimeType: string;
  /** The legend that goes with it. */
  readonly text: string;
}

/** A step of a batch: the name of an acting tool, `wait_for` or `verify`, and its arguments as in docs/tools.md. */
export interface Step {
  readonly tool: string;
  readonly [argument: string]: unknown;
}

/** The result of each step, and the screen at the end. */
export interface BatchDone {
  readonly steps: readonly {
    readonly tool: string;
    /** What was done and the result, in one line. */
    readonly line: string;
  }[];
  /** Null if it could not be read after the last step. */
  readonly screen: Screen | null;
  readonly text: string;
}

/** One thing that was done to the phone by this process, or refused. */
export interface Interaction {
  /** When it began, ISO 8601. */
  readonly timestamp: string;
  readonly tool: string;
  /** In the past tense; null if nothing was done. */
  readonly did: string | null;
  /** Null if the call failed. */
  readonly verdict: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly durationMs: number;
}
