// The public types of the package. This file imports nothing, so that it can be published as it is.

/** What kind of phone is started. Everything may be left out. */
export interface StartOptions {
  /** Release of Android as an API level, 24 to 36; 33 if absent. */
  readonly api?: number;
  /**
   * What is in front: a name out of `appNames`, a package id, or `package/class`; the launcher if absent. Another name
   * is refused with the code INVALID_ARGUMENT and the names that there are.
   */
  readonly app?: string;
  /**
   * What commands cost: a name out of `profileNames`, or a profile as in docs/virtual-device.md; `instant` if absent.
   */
  readonly profile?: string | Readonly<Record<string, unknown>>;
  /** Screen lock; the PIN is 1234. `none` if absent. */
  readonly lock?: "none" | "swipe" | "pin";
  /** Quarter turns; the screen stays so. 0 if absent. */
  readonly rotation?: Rotation;
  /** Panel size in pixels at rotation 0, with `density`; those of a phone of this release if absent. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Dots per inch. */
  readonly density?: number;
  /** Scale of all animations; 1 if absent. */
  readonly animationScale?: number;
  /** Seed of everything that is drawn at random; 1 if absent. */
  readonly seed?: number;
  /** What `ro.serialno` and an adb server say; follows from release and seed if absent. */
  readonly serial?: string;
  /** What goes wrong from the start. */
  readonly faults?: readonly FaultRule[];
  /** How many times faster than real the phone's time passes; 1 if absent. */
  readonly speed?: number;
  /** Loopback port of the adb server in this process; 0 (any free one) if absent, null for none. */
  readonly adbServerPort?: number | null;
  /** Loopback port of the phone's adb daemon, for `adb connect`; 0 (any free one) if absent, null for none. */
  readonly adbdPort?: number | null;
}

export type Rotation = 0 | 1 | 2 | 3;

/** A running phone. `await using` ends it; so does `close`. */
export interface VirtualAndroid extends AsyncDisposable {
  /** As `adb devices` of the adb server in this process lists it. */
  readonly serial: string;
  /** Where that adb server listens on 127.0.0.1; null if none was asked for. */
  readonly adbServerPort: number | null;
  /** Where `adb connect 127.0.0.1:PORT` finds the phone; null if it was not asked for. */
  readonly adbdPort: number | null;
  /** What a person sees and does, beside adb. */
  readonly screen: Screen;
  /** The cable and the adb daemon. */
  readonly cable: Cable;
  /** What goes wrong; rules can be changed at any time. */
  readonly faults: Faults;
  /** Every program that was run over adb, oldest first; the last 10,000 are kept. */
  ran(): readonly RanProgram[];
  /** Exceptions of the virtual phone's own code, which no real phone would have had: empty in a healthy test. */
  defects(): readonly unknown[];
  /**
   * Ends the phone and its adb server; open connections are cut. `screen`, `cable` and `faults` refuse every call from
   * then on, with the code CANCELLED; `ran` and `defects` still say what there was.
   */
  close(): Promise<void>;
}

/**
 * What a person sees and does. Nothing here passes through adb, costs anything or can fail by a fault. Errors:
 * INVALID_ARGUMENT for a value of another kind, before anything is done.
 */
export interface Screen {
  /**
   * What is shown now, the front window first: what a client should have read. Text of password fields is as apps
   * report it.
   */
  elements(): readonly ScreenElement[];
  /** The screen as PNG; null while it is off. */
  picture(): Promise<Uint8Array | null>;
  /** Touches a place, in pixels of the screen as it is turned. */
  tapAt(x: number, y: number): void;
  /** Touches the element with this text or description. Errors: ELEMENT_NOT_FOUND, there is none. */
  tap(words: string): void;
  /** Types printable ASCII, tabs and line ends into the focused field. */
  type(text: string): void;
  /** Presses a key, for example `BACK`, `HOME`, `ENTER` (KeyEvent's names without `KEYCODE_`). */
  press(key: string): void;
  /** Brings an app to the front. Errors: INVALID_ARGUMENT, there is no such app. */
  open(app: string): void;
  rotate(rotation: Rotation): void;
  setAwake(isAwake: boolean): void;
  lock(): void;
  /** A toast of the app in front. */
  toast(message: string): void;
  /**
   * Blocks the main thread of an app for so long: it takes no input and draws nothing. Errors: INVALID_ARGUMENT, it
   * does not run.
   */
  block(app: string, ms: number): void;
  /** Ends an app with the dialog that reports it. Errors: INVALID_ARGUMENT, there is no such app. */
  crash(app: string): void;
  /** A setting as `settings put` writes it; null deletes it. */
  set(namespace: "system" | "secure" | "global", key: string, value: string | null): void;
}

/** One view as the accessibility framework reports it. `bounds` are pixels of the screen, right and bottom outside. */
export interface ScreenElement {
  readonly className: string;
  readonly packageName: string;
  readonly text: string;
  readonly contentDescription: string;
  /** `package:id/name`, or empty. */
  readonly resourceId: string;
  readonly bounds: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  readonly isClickable: boolean;
  readonly isEnabled: boolean;
  readonly isCheckable: boolean;
  readonly isChecked: boolean;
  readonly isFocused: boolean;
  readonly isScrollable: boolean;
  readonly isPassword: boolean;
}

/** The cable and the adb daemon. */
export interface Cable {
  unplug(): void;
  plug(): void;
  /** `adb devices` says `offline` until it is taken back. */
  setOffline(isOffline: boolean): void;
  /** Whether the phone's user has accepted the host's key. */
  setAuthorized(isAuthorized: boolean): void;
  /**
   * Goes down and comes back with another boot id; resolves when it can be reached again. Errors: CANCELLED, it was
   * closed before.
   */
  reboot(): Promise<void>;
}

/** The rules in force. The first rule that strikes counts. Errors: a rule that is none. */
export interface Faults {
  /** Replaces all rules. */
  set(rules: readonly FaultRule[]): void;
  /** Adds a rule after the others; gives what takes it away again. */
  add(rule: FaultRule): () => void;
  clear(): void;
}

/** What a fault strikes and when: a regular expression on one of `command`, `service`, `request`. */
export interface FaultRule {
  /** A program and its arguments, joined by blanks, for example `^uiautomator dump`. */
  readonly command?: string | undefined;
  /** An adb service as it was asked for, for example `^shell,v2`. */
  readonly service?: string | undefined;
  /** A request to Fovea's companion: host and method. */
  readonly request?: string | undefined;
  /** The first occurrence that it strikes; 1 if absent. */
  readonly from?: number | undefined;
  /** How many it strikes from there; all if absent. */
  readonly times?: number | undefined;
  readonly fault: Fault;
}

/** What goes wrong; docs/virtual-device.md has a line for each. */
export type Fault =
  | { readonly kind: "hang"; readonly forMs?: number | undefined; readonly inBinder?: boolean | undefined }
  | { readonly kind: "fail"; readonly status: number; readonly stderr: string }
  | { readonly kind: "truncate"; readonly bytes: number }
  | { readonly kind: "garbage" }
  | { readonly kind: "prefix"; readonly stdout?: string | undefined; readonly stderr?: string | undefined }
  | { readonly kind: "flood"; readonly bytes: number }
  | { readonly kind: "slow"; readonly bytesPerSecond: number }
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "kill"; readonly afterMs: number }
  | { readonly kind: "disconnect"; readonly afterBytes?: number | undefined }
  | { readonly kind: "offline"; readonly forMs: number }
  | { readonly kind: "reboot" };

/** A program of the phone. Times are milliseconds of the phone's clock. */
export interface RanProgram {
  readonly argv: readonly string[];
  readonly startedAtMs: number;
  /** Null while it runs. */
  readonly endedAtMs: number | null;
  /** Exit status; null while it runs, or where a signal ended it. */
  readonly status: number | null;
}

export type StartVirtualPhone = (options?: StartOptions) => Promise<VirtualAndroid>;
export type Names = () => readonly string[];
