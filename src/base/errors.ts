/**
 * Every failure that leaves a module of Fovea is a {@link FoveaError} with a code from this table. The hint is the
 * next step for the caller (often a language model), written so that it can be followed without reading docs.
 */
export const ERROR_CODES = {
  // Reaching a device
  ADB_NOT_FOUND: "Install Android platform-tools (for example `apt install adb`), or start an adb server yourself.",
  ADB_SERVER_UNREACHABLE: "Start it with `adb start-server`, or name another one with --adb-host and --adb-port.",
  ADB_PROTOCOL: "Check with `adb version` that an adb server, and not something else, listens there.",
  ADB_CONNECT_FAILED: "Check the address, and that `adb connect` reaches it from this host.",
  NO_DEVICE: "Connect a phone with USB debugging on, or start `fovea virtual-device`; then call list_devices.",
  DEVICE_REQUIRED: "Repeat the call with `device` set to one of the serials listed.",
  DEVICE_NOT_FOUND: "Call list_devices and use a serial from it.",
  DEVICE_NOT_ALLOWED: "Use an allowed device, or restart the server with another --allow-device list.",
  DEVICE_OFFLINE: "Reconnect the cable or run `adb reconnect offline`; then repeat the call.",
  DEVICE_UNAUTHORIZED: "Unlock the phone and accept the USB debugging dialog; then repeat the call.",
  DEVICE_NO_PERMISSIONS: "Add a udev rule for the phone or join the plugdev group, replug it, and repeat the call.",
  DEVICE_NOT_READY:
    "Wait until list_devices shows the state `device`; a phone in recovery or bootloader needs a reboot.",
  DEVICE_NOT_BOOTED: "Wait until Android has booted (list_devices shows `booted`); then repeat the call.",
  DEVICE_BUSY: "Repeat the call when the program that is named has done what it does, or end that program.",
  DEVICE_DISCONNECTED: "Call list_devices to see whether the device is back; then observe before acting again.",
  SERVICE_REFUSED: "The device refused this adb service; `fovea doctor` shows what it offers.",
  SHELL_FAILED: "Read the device's message; `fovea doctor` checks the usual causes.",
  PUSH_FAILED: "Check the free space on the device and that the folder is writable (/data/local/tmp is); then repeat.",
  SHELL_UNQUOTABLE: "Remove the NUL characters and lone surrogates from the value.",
  OUTPUT_TOO_LARGE: "The device sent more than the limit of this exchange; nothing of it was used.",
  TIMEOUT: "Repeat the call; if it times out again, `fovea doctor` tells what the device does not answer.",
  CANCELLED: "The caller cancelled; observe before acting again.",
  READ_ONLY: "Restart the server without --read-only to allow actions.",
  // Observing
  SCREEN_OFF: 'The screen is off. press_key with key "wakeup" turns it on.',
  DEVICE_LOCKED: "The lock screen is showing. Ask the user to unlock the phone; Fovea does not.",
  NOT_THIS_FORMAT: "Check that the input is the named kind of dump, and complete.",
  TRUNCATED: "The input ends in the middle; capture it again.",
  FACT_UNKNOWN: "The device did not say; treat the field as unknown.",
  FOCUS_UNKNOWN: "No window had the focus; observe again when the transition is over.",
  TORN_OBSERVATION: "The screen changed while it was read; observe again.",
  HIERARCHY_UNAVAILABLE: "Use the screenshot, or observe again when the screen is quiet.",
  HIERARCHY_MALFORMED: "The dump was cut or broken and is not used; observe again.",
  HIERARCHY_NULL_ROOT: "No window gave its tree (transition, secure overlay); observe again.",
  HIERARCHY_NOT_IDLE: "The screen never came to rest; stop the animation, or use the screenshot.",
  WINDOW_UNREAD: "An app does not answer; wait_for it, or close_app it. What else is on the screen was read.",
  SCREEN_MOVING: "The screen kept changing while it was read; wait_for it to come to rest if what moves matters.",
  UIAUTOMATION_BUSY: "Another tool (Appium, Espresso, Maestro…) holds UiAutomation on the device; stop it first.",
  SCREENSHOT_FAILED: "Use the outline; observe again for a picture.",
  SCREENSHOT_BLACK: "The picture is black: a secure window or protected video. The outline still works.",
  NO_FRAME_STATS: "The app has drawn no frames since the last reset, or draws without HWUI.",
  // The on-device half
  ON_DEVICE_VERSION: "Run `fovea setup`: it installs the on-device half that belongs to this version.",
  ON_DEVICE_PROTOCOL:
    "The on-device half and this program do not understand each other; run `fovea setup` to bring it up to date.",
  ON_DEVICE_SUPPRESSED:
    "A UiAutomation (`uiautomator dump`, Appium, Espresso…) holds accessibility on the device; it is back when that ends.",
  ON_DEVICE_BUSY:
    "Wait for the answers that are due, or end another Fovea that uses this device; then repeat the call.",
  ON_DEVICE_FAILED: "This is a defect of the on-device half; please report the message.",
  ON_DEVICE_UNTRUSTED:
    "Something else than Fovea answers under its name on the device; do not use the device until you know what it is.",
  ON_DEVICE_FOREIGN_CERTIFICATE:
    "Use the key that it was signed with (--signing-key), or take it away with `adb uninstall dev.fovea.service`.",
  ON_DEVICE_NOT_BOUND:
    "Unlock the phone, end battery savers that stop it (docs/on-device.md), and run `fovea setup` again.",
  // Setting it up
  SIGNING_KEY_UNUSABLE: "Name another file with --signing-key, or correct what the message says.",
  SETUP_INSTALL_BLOCKED: "Look at the phone and allow the installation there; then run `fovea setup` again.",
  SETUP_INSTALL_FAILED: "Read what Android says in the message, and run `fovea setup` again.",
  SETUP_SETTINGS_BLOCKED:
    "In developer options, allow changes of settings over USB debugging (docs/on-device.md names the switch of each vendor).",
  SETUP_RESTRICTED:
    "A policy of the phone (device administrator, restricted settings, Advanced Protection) forbids the service; use the shell host.",
  // Targets and actions
  INVALID_ARGUMENT: "Correct the argument as the message says.",
  SELECTOR_SYNTAX: 'Write a ref (e12), a selector (button "Save"), a point (540,1200) or a share (50%,62%).',
  REF_STALE: "Call observe and use a ref from its answer.",
  ELEMENT_NOT_FOUND: "Call observe to see what is on the screen, or find with other words.",
  AMBIGUOUS_TARGET: "Use one of the refs listed, or narrow the selector.",
  TARGET_UNREACHABLE: "Scroll or close what covers the element, observe, and try again.",
  TARGET_DISABLED: "The element is disabled; do what enables it first.",
  FOCUS_LOST: "Observe: part of it was done. Go on from what is on the screen now.",
  UNSUPPORTED_ON_DEVICE: "The device cannot do this; the message names the limit and the way round it.",
  INPUT_REFUSED: 'Turn on "USB debugging (Security settings)" or disable permission monitoring in developer options.',
  TEXT_UNSUPPORTED:
    "Run `fovea setup`: its service types any text, `input` printable ASCII only. Or leave these characters out.",
  GESTURE_CANCELLED: "A touch or another gesture ended it half-way; observe before trying again.",
  NO_TEXT_FIELD: "Tap a text field first, or pass it as `target`.",
  URL_NOT_ALLOWED: "Use an http or https address, or restart the server with --allow-url-scheme.",
  APP_NOT_FOUND: "Call list_apps for the package ids on the device.",
  APP_NOT_LAUNCHED: "Observe to see what is in front.",
  EXPECTATION_FAILED: "Read what is on the screen instead; wait_for it if it may come later.",
  WAIT_TIMEOUT: "Observe to see the screen as it is, or wait longer with timeout_ms.",
  PATH_NOT_ALLOWED: "Use a file name without folders; files go to the output folder.",
  INTERNAL: "This is a defect of Fovea; please report the message.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** What a caller may want to know about a failure besides its message; every field is plain data. */
export interface ErrorContext {
  /** Serial of the device concerned. */
  readonly device?: string;
  /** The action as it was asked for, for example `tap button "Save"`. */
  readonly attemptedAction?: string;
  /** The element that was looked for or found, in the words of the outline. */
  readonly elementDescription?: string;
  /** What was on the screen: a few outline lines, or the path of a screenshot. */
  readonly visualContext?: string;
  /** Ways to recover, best first; when absent, the code's hint is the only one. */
  readonly recoverySuggestions?: readonly string[];
  /** For actions: whether the device may have done something before the failure. */
  readonly mayHaveHappened?: boolean;
}

export interface FoveaErrorOptions extends ErrorContext {
  readonly cause?: unknown;
  /** Replaces the hint of the table where the message knows a better next step. */
  readonly hint?: string;
}

/** The one error class. `message` says what, on which device, with which input; `hint` says what to do next. */
export class FoveaError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly context: ErrorContext;

  constructor(code: ErrorCode, message: string, options: FoveaErrorOptions = {}) {
    const { cause, hint, ...context } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.name = "FoveaError";
    this.code = code;
    this.hint = hint ?? ERROR_CODES[code];
    this.context = context;
  }

  /** The recovery suggestions, best first; at least one. */
  get recoverySuggestions(): readonly string[] {
    return this.context.recoverySuggestions ?? [this.hint];
  }

  /** The same failure with more context; fields given here win. */
  with(context: ErrorContext): FoveaError {
    return new FoveaError(this.code, this.message, { ...this.context, ...context, hint: this.hint, cause: this.cause });
  }
}

export function isFoveaError(error: unknown, code?: ErrorCode): error is FoveaError {
  return error instanceof FoveaError && (code === undefined || error.code === code);
}

/** Any thrown value as a FoveaError: coded ones unchanged, aborts as CANCELLED, all others as INTERNAL with the cause. */
export function toFoveaError(error: unknown): FoveaError {
  if (error instanceof FoveaError) return error;
  if (error instanceof Error && error.name === "AbortError") {
    return new FoveaError("CANCELLED", "the call was cancelled", { cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new FoveaError("INTERNAL", message, { cause: error });
}
