// The public types of the package. This file imports nothing, so that it can be published as it is.

/** The options of a new phone; all are optional. */
export interface StartOptions {
  /** The release of Android as an API level, 24 to 36; 33 if absent. */
  readonly api?: number;
  /**
   * The app in front: a name from `appNames`, a package id, or `package/class`; the launcher if absent. Another name is
   * refused with the code INVALID_ARGUMENT and the existing names.
   */
  readonly app?: string;
  /**
   * The costs of commands: a name from `profileNames`, or a profile as in docs/virtual-device.md; `instant` if absent.
   */
  readonly profile?: string | Readonly<Record<string, unknown>>;
  /** The screen lock; the PIN is 1234. `none` if absent. */
  readonly lock?: "none" | "swipe" | "pin";
  /** The rotation in quarter turns; the screen keeps it. 0 if absent. */
  readonly rotation?: Rotation;
  /** The panel size in pixels at rotation 0, with `density`; the size of a typical phone of this release if absent. */
  readonly size?: { readonly width: number; readonly height: number };
  /** The density in dots per inch. */
  readonly density?: number;
  /** The scale of all animations; 1 if absent. */
  readonly animationScale?: number;
  /** The seed of all random values; 1 if absent. */
  readonly seed?: number;
  /** The serial in `ro.serialno` and in an adb server's list; computed from release and seed if absent. */
  readonly serial?: string;
  /** The faults that are active from the start. */
  readonly faults?: readonly FaultRule[];
  /** The factor by which the phone's time is faster than real time; 1 if absent. */
  readonly speed?: number;
  /** The loopback port of the adb server in this process; 0 (any free port) if absent, null for no server. */
  readonly adbServerPort?: number | null;
  /**
   * The loopback port of the phone's adb daemon, for `adb connect`; 0 (any free port) if absent, null for no daemon.
   */
  readonly adbdPort?: number | null;
}

export type Rotation = 0 | 1 | 2 | 3;

/** A running phone. `await using` or `close` ends it. */
export interface VirtualAndroid extends AsyncDisposable {
  /** The serial in `adb devices` of the adb server in this process. */
  readonly serial: string;
  /** The port of that adb server on 127.0.0.1; null if there is none. */
  readonly adbServerPort: number | null;
  /** The port for `adb connect 127.0.0.1:PORT`; null if there is no adb daemon. */
  readonly adbdPort: number | null;
  /** What a person sees and does on the phone, without adb. */
  readonly screen: Screen;
  /** The cable, and the phone's adb daemon. */
  readonly cable: Cable;
  /** The faults; the rules can be changed at any time. */
  readonly faults: Faults;
  /** All programs that ran over adb, oldest first; the last 10,000 are kept. */
  ran(): readonly RanProgram[];
  /** Exceptions of the virtual phone's own code, which a real phone would not have: empty in a healthy test. */
  defects(): readonly unknown[];
  /**
   * Ends the phone and its adb server, and cuts open connections. From then on `screen`, `cable` and `faults` refuse
   * every call with the code CANCELLED; `ran` and `defects` still give their lists.
   */
  close(): Promise<void>;
}

/**
 * What a person sees and does on the phone. These calls do not use adb, cost nothing, and are not affected by faults.
 * Errors: INVALID_ARGUMENT for an argument of a wrong type, before anything is done.
 */
export interface Screen {
  /**
   * The elements on the screen, the front window first: what a client should have read. The text of password fields is
   * as apps report it.
   */
  elements(): readonly ScreenElement[];
  /** The screen as PNG; null while it is off. */
  picture(): Promise<Uint8Array | null>;
  /** Touches a point, in pixels of the screen in its current rotation. */
  tapAt(x: number, y: number): void;
  /** Touches the element with this text or description. Errors: ELEMENT_NOT_FOUND if there is none. */
  tap(words: string): void;
  /** Types printable ASCII, tabs and line ends into the focused field. */
  type(text: string): void;
  /** Presses a key, for example `BACK`, `HOME`, `ENTER` (KeyEvent's names without `KEYCODE_`). */
  press(key: string): void;
  /** Brings an app to the front. Errors: INVALID_ARGUMENT if there is no such app. */
  open(app: string): void;
  rotate(rotation: Rotation): void;
  setAwake(isAwake: boolean): void;
  lock(): void;
  /** Shows a toast of the app in front. */
  toast(message: string): void;
  /**
   * Blocks the main thread of an app for `ms`: it handles no input and draws nothing. Errors: INVALID_ARGUMENT if the
   * app is not running.
   */
  block(app: string, ms: number): void;
  /** Crashes an app, and shows the dialog about it. Errors: INVALID_ARGUMENT if there is no such app. */
  crash(app: string): void;
  /** Writes a setting as `settings put` does; null deletes it. */
  set(namespace: "system" | "secure" | "global", key: string, value: string | null): void;
}

/**
 * One view as the accessibility framework reports it. `bounds`: pixels of the screen; right and bottom are exclusive.
 */
export interface ScreenElement {
  readonly className: string;
  readonly packageName: string;
  readonly text: string;
  readonly contentDescription: string;
  /** `package:id/name`; empty if the view has no id. */
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

/** The cable, and the phone's adb daemon. */
export interface Cable {
  unplug(): void;
  plug(): void;
  /** If true, `adb devices` shows `offline` until this is set to false. */
  setOffline(isOffline: boolean): void;
  /** Whether the phone's user has accepted the host's key. */
  setAuthorized(isAuthorized: boolean): void;
  /**
   * Reboots the phone, which then has a new boot id; resolves when adb can reach it again. Errors: CANCELLED if it was
   * closed before.
   */
  reboot(): Promise<void>;
}

/** The active rules. The first rule that applies wins. Errors: INVALID_ARGUMENT for an invalid rule. */
export interface Faults {
  /** Replaces all rules. */
  set(rules: readonly FaultRule[]): void;
  /** Adds a rule after all others; gives the function that removes it. */
  add(rule: FaultRule): () => void;
  clear(): void;
}

/** The target of a fault and when it occurs: a regular expression for one of `command`, `service`, `request`. */
export interface FaultRule {
  /** A program and its arguments, joined by spaces, for example `^uiautomator dump`. */
  readonly command?: string | undefined;
  /** An adb service by its full name, for example `^shell,v2`. */
  readonly service?: string | undefined;
  /** A request to Fovea's companion: the part of the companion (`service` or `shell`) and the method. */
  readonly request?: string | undefined;
  /** The first occurrence with the fault; 1 if absent. */
  readonly from?: number | undefined;
  /** The number of occurrences with the fault; all if absent. */
  readonly times?: number | undefined;
  readonly fault: Fault;
}

/** The kinds of faults; docs/virtual-device.md describes each. */
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

/** A program that ran on the phone. Times are milliseconds of the phone's clock. */
export interface RanProgram {
  readonly argv: readonly string[];
  readonly startedAtMs: number;
  /** Null while the program runs. */
  readonly endedAtMs: number | null;
  /** The exit status; null while the program runs, or if a signal ended it. */
  readonly status: number | null;
}

export type StartVirtualPhone = (options?: StartOptions) => Promise<VirtualAndroid>;
export type Names = () => readonly string[];
