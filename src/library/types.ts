// The public types of the package. This file imports nothing, so that it can be published as it is.

/** How to reach a phone. */
export interface ConnectOptions {
  /** Serial of the device; may be left out where adb knows one device only. */
  readonly device?: string;
  /** A virtual phone in this process instead of a device: it needs no adb and is gone after `close`. */
  readonly virtual?: VirtualPhone;
  /** Other options by their keys in docs/options.md, e.g. `{ adbPort: 5038 }`. They outrank environment variables. */
  readonly options?: Readonly<Record<string, OptionValue>>;
  /** Ends the attempt to connect. */
  readonly signal?: AbortSignal;
}

export type OptionValue = string | number | boolean | readonly string[];

/** What kind of virtual phone; docs/virtual-device.md describes its apps. */
export interface VirtualPhone {
  /** Release, 24 to 36; 33 if absent. */
  readonly api?: number;
  /** The app that it shows, for example `form` or a package id; the launcher if absent. */
  readonly app?: string;
  /** Screen lock; the PIN is 1234. `none` if absent. */
  readonly lock?: "none" | "swipe" | "pin";
  /** Seed of everything that is drawn at random; 1 if absent. */
  readonly seed?: number;
}

export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
}

export interface ActOptions extends CallOptions {
  /** How long to wait for the target, in ms; 0 does not wait. */
  readonly timeoutMs?: number;
  /** A condition that has to be true after the action, for example `"Saved"`; otherwise the call fails. */
  readonly expect?: string;
}

/**
 * What to act on: a selector (`button "Save"`, `id/login`, `"Delete" in row "Milk"`), a ref (`e12`), an element of a
 * screen, or a point in device pixels.
 */
export type Target = string | Element | Point;

/** Device pixels from the upper left corner of the screen in its present rotation. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Device pixels; `right` and `bottom` are exclusive. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One thing on the screen that means something to a user. Null means that the source does not tell. */
export interface Element {
  /** Names the element in later calls for as long as it means the same; refused after that, never guessed. */
  readonly ref: string;
  /** Role: button, field, checkbox, switch, radio, row, list, text … */
  readonly type: string;
  /** Its labels, joined by a space. */
  readonly content: string;
  /** Labels in reading order, its own first. */
  readonly labels: readonly string[];
  /** What was entered into a field, or where a slider stands. */
  readonly value: string | null;
  /** What the app says is wrong with the value. */
  readonly error: string | null;
  readonly bounds: Bounds;
  /** Resource id, for example `com.example:id/save`. */
  readonly id: string | null;
  readonly className: string | null;
  readonly package: string | null;
  /** Ref of the element that contains it. */
  readonly parent: string | null;
  /** `click`, `longClick`, `check`, `edit`, `scroll`. */
  readonly actions: readonly string[];
  readonly enabled: boolean | null;
  readonly checked: boolean | "partial" | null;
  readonly selected: boolean | null;
  readonly focused: boolean | null;
  readonly expanded: boolean | null;
  readonly password: boolean | null;
  readonly scrollable: boolean | null;
  /** Part of the status bar, the navigation bar or the keyboard. */
  readonly systemBar: boolean;
  /** Who saw it: `hierarchy`, `vision`, `ocr`. */
  readonly sources: readonly string[];
  /** 0 to 1 for what only a detector saw; null where the hierarchy has it. */
  readonly confidence: number | null;
}

/** Something that could not be read, or may not be as it seems. */
export interface Gap {
  /** What was asked, for example `hierarchy`. */
  readonly part: string;
  /** A code of docs/errors.md. */
  readonly code: string;
  readonly message: string;
}

/** One look at one phone. Null means unknown, and `gaps` says why. */
export interface Screen {
  /** For example `o12`. */
  readonly id: string;
  readonly device: string;
  /** By the host's clock, ISO 8601. */
  readonly takenAt: string;
  readonly size: { readonly width: number; readonly height: number } | null;
  /** Quarter turns. */
  readonly rotation: 0 | 1 | 2 | 3 | null;
  /** Of the window that has the focus. */
  readonly app: { readonly package: string | null; readonly activity: string | null } | null;
  readonly isKeyboardShown: boolean | null;
  readonly isLocked: boolean | null;
  readonly isOn: boolean | null;
  /** Where the elements come from (`a11y-service`, `uiautomator`, `vision` …), and their age in ms at `takenAt`. */
  readonly source: { readonly name: string; readonly ageMs: number | null };
  /** In reading order, containers before what they contain. */
  readonly elements: readonly Element[];
  readonly gaps: readonly Gap[];
  /** The outline that models read: facts, then a line for each element. */
  readonly text: string;
}

/** What became of a screen. */
export interface Update {
  readonly screen: Screen;
  /** Whether its elements or its window are other than before. */
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
 * What an action came to, as far as it is proven: `changed`, the screen is another; `no_effect`, it is the same;
 * `unexpected_window`, something else came between; `app_crashed` and `app_not_responding`, Android says so; `uncertain`,
 * it may have met something else; `sent`, nobody looked; `unknown`, none of these is proven.
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
  /** Null where there was no time left to read it. */
  readonly screen: Screen | null;
  /** The answer that models read: what was done, the verdict and the changed lines. */
  readonly text: string;
}

export interface TapOptions extends ActOptions {
  /** 2 for a double tap. */
  readonly count?: 1 | 2 | 3;
  /** Length of the touch in ms; about 800 is a long press. */
  readonly holdMs?: number;
}

export interface TypeOptions extends ActOptions {
  /** The field; the focused one if absent. */
  readonly target?: Target;
  readonly clear?: boolean;
  /** Press Enter at the end. */
  readonly submit?: boolean;
}

/** `up` moves the finger up, which shows what is further down. */
export type Direction = "up" | "down" | "left" | "right";

export interface Path {
  readonly from: Target;
  readonly to: Target;
}

export interface SwipeOptions extends ActOptions {
  /** With a direction: the element to swipe over; the whole screen if absent. */
  readonly target?: Target;
  readonly speed?: "slow" | "normal" | "fast";
}

export interface OpenOptions extends CallOptions {
  readonly expect?: string;
}

export interface PressOptions extends OpenOptions {
  readonly count?: number;
  readonly long?: boolean;
}

export interface ObserveOptions extends CallOptions {
  /** Read everything again, use no cache. */
  readonly fresh?: boolean;
}

export interface WaitOptions extends CallOptions {
  readonly timeoutMs?: number;
}

export interface Waited {
  readonly waitedMs: number;
  readonly screen: Screen;
}

export interface Verified {
  /** The condition in its canonical spelling. */
  readonly condition: string;
  readonly evidence: readonly string[];
  readonly screen: Screen;
}

/** A PNG in full size. */
export interface Picture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * One phone. Every call either does what it says or throws a {@link FoveaError}; calls that act prove what they did and
 * are never repeated. Calls on one phone may be started together: actions wait for their turn.
 */
export interface Phone extends AsyncDisposable {
  readonly serial: string;
  /** Reads the screen. */
  observe(options?: ObserveOptions): Promise<Screen>;
  /** Reads the screen and says what is other than on `since`; than on the last screen that this phone gave, if absent. */
  update(since?: Screen, options?: ObserveOptions): Promise<Update>;
  /** The elements that a selector or plain words (`delete on row Milk`) name, best first; empty for none. */
  find(query: string, options?: CallOptions): Promise<readonly Found[]>;
  /** Taps the one element that the target names; refuses where there is none, or more than one, or it changed. */
  tap(target: Target, options?: TapOptions): Promise<Acted>;
  /** Types into a field and reads back what it holds. */
  type(text: string, options?: TypeOptions): Promise<Acted>;
  swipe(way: Direction | Path, options?: SwipeOptions): Promise<Acted>;
  /** `back`, `home`, `enter` … or any `KEYCODE_` name. */
  press(key: string, options?: PressOptions): Promise<Acted>;
  /** Opens an app by its package id, or an http(s) address. */
  open(packageOrUrl: string, options?: OpenOptions): Promise<Acted>;
  /** Waits until a condition is true; without one, until the screen changes: 15 s if not said. Throws WAIT_TIMEOUT. */
  wait(condition?: string, options?: WaitOptions): Promise<Waited>;
  /** Throws EXPECTATION_FAILED unless the condition is true now. */
  verify(condition: string, options?: CallOptions): Promise<Verified>;
  screenshot(options?: CallOptions): Promise<Picture>;
  /** Ends what belongs to this phone; the device stays as it is. May be called again. */
  close(): Promise<void>;
}

/** Every failure of a call. */
export interface FoveaError extends Error {
  /** A code of docs/errors.md, for example `REF_CHANGED`. */
  readonly code: string;
  /** The next step. */
  readonly hint: string;
  /** Ways to recover, best first. */
  readonly recoverySuggestions: readonly string[];
  readonly context: {
    readonly device?: string;
    readonly attemptedAction?: string;
    readonly elementDescription?: string;
    readonly visualContext?: string;
    /** Whether the device may have done something before the failure. */
    readonly mayHaveHappened?: boolean;
  };
}

/**
 * Connects to a phone and gives it; no app on it is touched yet. It ends with `close`, or `await using`. Throws a
 * {@link FoveaError}: NO_DEVICE, DEVICE_REQUIRED, ADB_SERVER_UNREACHABLE and others of finding the device;
 * INVALID_ARGUMENT for an option that does not exist or makes no sense.
 */
export type Connect = (options?: ConnectOptions) => Promise<Phone>;

/** Whether a call failed with a code; with `code`, with that one. */
export type IsFoveaError = (error: unknown, code?: string) => error is FoveaError;
