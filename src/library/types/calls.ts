import type { Element, Point, Screen } from "./screen.js";

/** The options of every call: they end the call early. */
export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** The longest time for the whole call, in ms: then it fails with TIMEOUT. Each call also has its own limit. */
  readonly deadlineMs?: number;
}

/** More options of calls that act. */
export interface ActOptions extends CallOptions {
  /** How long to wait for the target, in ms; at least 1. */
  readonly timeoutMs?: number;
  /** A condition that has to be true after the action, for example `"Saved"`. If it is not, the call fails. */
  readonly expect?: string;
}

/** A screen, and what has changed on it. */
export interface Update {
  readonly screen: Screen;
  /** Whether its elements or its window differ from before. */
  readonly isChanged: boolean;
  /** The changed lines: `+` new, `-` gone, `~` changed. */
  readonly changes: string;
}

/** An element that a query found. */
export interface Found extends Element {
  /** 0 to 1 for queries in plain words; null for selectors, which either match or do not match. */
  readonly score: number | null;
}

/**
 * The proven result of an action. `changed`: the screen is different. `no_effect`: it is the same. `unexpected_window`:
 * another window came up. `app_crashed` and `app_not_responding`: as Android reports. `uncertain`: the action may have
 * hit another element. `sent`: the result was not read. `unknown`: none of these is proven.
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

/** An action that was performed, and the screen after it. */
export interface Acted {
  /** The action in the past tense. */
  readonly did: string;
  readonly verdict: { readonly kind: VerdictKind; readonly evidence: readonly string[] };
  /** The touched points, in order. */
  readonly points: readonly Point[];
  readonly notes: readonly string[];
  /** The screen after the action; null if there was no time left to read it. */
  readonly screen: Screen | null;
  /** The answer that models read: the action, the verdict and the changed lines. */
  readonly text: string;
}

/** How to tap. */
export interface TapOptions extends ActOptions {
  /** 2 for a double tap. */
  readonly count?: 1 | 2 | 3;
  /** Length of the touch in ms; about 800 is a long press. */
  readonly holdMs?: number;
}

/** The direction of scrolling. `down` shows the content further down: the finger moves up. */
export type ScrollWay = "down" | "up" | "left" | "right";

/** What to scroll, in which direction and how far. */
export interface ScrollToOptions extends CallOptions {
  /** If absent: down to the end, and then up to the other end. */
  readonly way?: ScrollWay;
  /** A selector of the container to scroll; if absent, the largest one that scrolls. */
  readonly within?: string;
  /** The most swipes; 50 if absent. */
  readonly mostSwipes?: number;
}

/** The result of scrolling. */
export interface Scrolled extends Acted {
  readonly element: Element;
  readonly swipes: number;
  /** The ends of the content that were reached on the way, in order. */
  readonly ends: readonly ScrollWay[];
}

/** How many keys may be pressed. */
export interface FocusOptions extends CallOptions {
  /** The most keys; 40 if absent. */
  readonly mostKeys?: number;
}

/** The result of moving the focus. */
export interface Focused extends Acted {
  /** The element, which has the focus now. */
  readonly element: Element;
  /**
   * The keys that were pressed, in order: `dpad_up`, `dpad_down`, `dpad_left`, `dpad_right`; empty if the element had
   * the focus already.
   */
  readonly keys: readonly string[];
}

/** The condition that has to be true after the action. */
export interface OpenOptions extends CallOptions {
  readonly expect?: string;
}

/** How to press the key. */
export interface PressOptions extends OpenOptions {
  readonly count?: number;
  readonly long?: boolean;
}

/** Which earlier readings may be used. */
export interface ObserveOptions extends CallOptions {
  /** Reads everything again and uses no cache. */
  readonly fresh?: boolean;
}

/** How long to wait. */
export interface WaitOptions extends CallOptions {
  /** The longest time, in ms; each call has its own default. */
  readonly timeoutMs?: number;
}

/** How certain a match has to be, for plain words and stored selectors. */
export interface Confidence {
  /** The least score, 0 to 1; 0.85 if absent. */
  readonly minConfidence?: number;
}

/** The result of waiting: how long it took, which elements made the condition true, and the screen then. */
export interface Waited {
  readonly waitedMs: number;
  /** The elements that made the condition true, each with its score from 0 to 1. */
  readonly elements: readonly { readonly ref: string; readonly score: number }[];
  readonly screen: Screen;
}

/** The expected result of an action, in a sentence. */
export interface ExpectedResult {
  /** `the switch "Wi-Fi" is on and the keyboard disappears`. */
  readonly expected: string;
  /** The action before, in words: `it` in `expected` is the element that this action was done to. */
  readonly action?: string;
}

/** A condition that is true, with the evidence. */
export interface Verified {
  /** The condition in its canonical spelling. */
  readonly condition: string;
  readonly evidence: readonly string[];
  readonly screen: Screen;
}

/** How large the picture is. */
export interface PictureOptions extends CallOptions {
  /** Scales the picture down to this many pixels on its longer side, at least 100; full size if absent. */
  readonly longestSide?: number;
}

/** A PNG of the screen, in full size unless another size was requested. */
export interface Picture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** The size of the screen itself in px, in its present rotation. */
  readonly screen: { readonly width: number; readonly height: number };
}

/** Which elements to mark, and which part to enlarge. */
export interface MarkOptions extends CallOptions {
  /** Marks only these: refs, selectors or plain words; if absent, everything that can be acted on. */
  readonly only?: readonly string[];
  /** Enlarges an element or a region: `e40` or `0,900,1080,1500`. */
  readonly zoom?: string;
  /** Outlines the element with this ref in red. */
  readonly previous?: string;
}

/** A screenshot with refs drawn on it, as models get it. */
export interface MarkedPicture {
  readonly bytes: Uint8Array;
  /** `image/png`, `image/jpeg` or `image/webp`. */
  readonly mimeType: string;
  /** The legend of the marks. */
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
    /** The action and its result, in one line. */
    readonly line: string;
  }[];
  /** The screen at the end; null if it could not be read after the last step. */
  readonly screen: Screen | null;
  readonly text: string;
}

/** One action of this process on the phone, or one that was refused. */
export interface Interaction {
  /** When the action began, ISO 8601. */
  readonly timestamp: string;
  readonly tool: string;
  /** The action in the past tense; null if nothing was done. */
  readonly did: string | null;
  /** The kind of the verdict; null if the call failed. */
  readonly verdict: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly durationMs: number;
}
