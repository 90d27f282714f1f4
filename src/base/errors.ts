import { DUMP_ERRORS } from "./dump-errors.js";
import { LOAD_ERRORS } from "./load-errors.js";
import { REPEAT_ERRORS } from "./repeat-errors.js";
import { TEXT_ERRORS } from "./text-errors.js";
import { VISION_ERRORS } from "./vision-errors.js";

/**
 * Every failure that leaves a module of Fovea is a {@link FoveaError} with a code from this table, which maps it to the
 * ways to recover, best first: steps for the caller (often a language model) that can be followed without reading docs.
 * Each names a tool, an option or a command.
 */
export const ERROR_CODES = {
  // Reaching a device
  ADB_NOT_FOUND: [
    "Install Android platform-tools (for example `apt install adb`), or name a server that runs with --adb-host and --adb-port.",
    "`fovea doctor` shows where adb was looked for.",
  ],
  ADB_SERVER_UNREACHABLE: [
    "Start it with `adb start-server`, or name another one with --adb-host and --adb-port.",
    "`fovea doctor` checks the way to it.",
  ],
  ADB_PROTOCOL: [
    "Check with `adb version` that an adb server, and not something else, listens there.",
    "Name the right one with --adb-port.",
  ],
  ADB_CONNECT_FAILED: [
    "Check the address, and that `adb connect` reaches it from this host.",
    "Leave it out of --connect and use another device from list_devices.",
  ],
  NO_DEVICE: [
    "Connect a phone with USB debugging on, or start `fovea virtual-device`; then call list_devices.",
    "Name a phone in the network with --connect.",
  ],
  DEVICE_REQUIRED: [
    "Repeat the call with `device` set to one of the serials that list_devices gives.",
    "Restart with --device.",
  ],
  DEVICE_NOT_FOUND: ["Call list_devices and use a serial from it."],
  DEVICE_NOT_ALLOWED: [
    "Use an allowed device from list_devices.",
    "Restart the server with another --allow-device list.",
  ],
  DEVICE_OFFLINE: [
    "Reconnect the cable or run `adb reconnect offline`; then repeat the call.",
    "Use another device from list_devices.",
  ],
  DEVICE_UNAUTHORIZED: [
    "Unlock the phone and accept the USB debugging dialog; list_devices shows when it is ready.",
    "Run `adb reconnect` to bring the dialog up again.",
  ],
  DEVICE_NO_PERMISSIONS: [
    "Add a udev rule for the phone or join the plugdev group, replug it, and repeat the call; `fovea doctor` checks it.",
  ],
  DEVICE_NOT_READY: [
    "Wait until list_devices shows the state `device`; a phone in recovery or bootloader needs `adb reboot`.",
  ],
  DEVICE_NOT_BOOTED: ["Wait until Android has booted (list_devices shows it ready); then repeat the call."],
  DEVICE_BUSY: [
    "Repeat the call with observe first: the other program is done soon, and the screen is another then.",
    "End the program that is named, or use another device from list_devices.",
  ],
  DEVICE_DISCONNECTED: ["Call list_devices to see whether the device is back; then observe before acting again."],
  SERVICE_REFUSED: ["`fovea doctor` shows what the device offers."],
  SHELL_FAILED: ["Read the device's message; `fovea doctor` checks the usual causes."],
  PUSH_FAILED: [
    "Check the free space on the device and that the folder is writable (/data/local/tmp is); then repeat, as `fovea setup` may.",
  ],
  SHELL_UNQUOTABLE: [
    "Remove the NUL characters and lone surrogates from the value, and repeat the call; observe shows the screen as it is.",
  ],
  OUTPUT_TOO_LARGE: ["Repeat the call; observe with `within` asks for less."],
  TIMEOUT: [
    "Repeat the call; if it was an action, observe before.",
    "If it times out again, `fovea doctor` tells what the device does not answer.",
  ],
  CANCELLED: ["The caller cancelled; observe before acting again."],
  READ_ONLY: ["Restart the server without --read-only to allow actions."],
  // Observing
  SCREEN_OFF: ['press_key with key "wakeup" turns the screen on.'],
  DEVICE_LOCKED: [
    'Ask the user to unlock the phone; Fovea does not. wait_for `not "Unlock"` or a change tells when it is.',
  ],
  ...DUMP_ERRORS,
  FACT_UNKNOWN: ["Treat the field as unknown; observe again, or take a screenshot."],
  FOCUS_UNKNOWN: ["No window had the focus; observe again when the transition is over."],
  TORN_OBSERVATION: ["The screen changed while it was read; observe again.", "wait_for it to come to rest first."],
  HIERARCHY_UNAVAILABLE: ["Observe again when the screen is quiet.", "Use the screenshot, and points for targets."],
  HIERARCHY_MALFORMED: ["The dump was cut or broken and is not used; observe again.", "Use the screenshot."],
  HIERARCHY_NULL_ROOT: [
    "No window gave its tree (transition, secure overlay); observe again.",
    "Use the screenshot, and points for targets.",
  ],
  HIERARCHY_NOT_IDLE: [
    "The screen never came to rest; stop the animation, or use the screenshot, and points for targets.",
    "`fovea setup` installs a source that needs no rest.",
  ],
  HIERARCHY_UNSETTLED: ["Repeat the call with a longer timeout_ms, or tap a point (540,1200): it needs no elements."],
  WINDOW_UNREAD: [
    "An app does not answer; wait_for it. What else is on the screen was read.",
    "close_app it, and open_app it again.",
  ],
  SCREEN_MOVING: ["The screen kept changing while it was read; wait_for it to come to rest if what moves matters."],
  UIAUTOMATION_BUSY: [
    "Another tool (Appium, Espresso, Maestro…) holds UiAutomation on the device; stop it first, then observe again.",
    "Use the screenshot, and points for targets.",
  ],
  SCREENSHOT_FAILED: ["Use the outline of observe; take a screenshot again later."],
  SCREENSHOT_BLACK: ["The picture is black: a secure window or protected video. The outline of observe still works."],
  NO_FRAME_STATS: [
    "The app has drawn no frames since the last reset, or draws without HWUI; observe goes without, with frame_stats off.",
  ],
  // Reading words off pictures
  OCR_UNAVAILABLE: [
    "Install tesseract (Debian, Ubuntu: `apt install tesseract-ocr`; macOS: `brew install tesseract`), or name its program with --ocr.",
    "Leave --ocr out: screens are then read without it.",
  ],
  OCR_LANGUAGE_MISSING: [
    "Install the language's data (Debian, Ubuntu: `apt install tesseract-ocr-deu` for deu), or name others with --ocr-languages.",
  ],
  OCR_FAILED: [
    "Observe again; if it fails again, read what the program said in the message, and name another one with --ocr.",
    "Leave --ocr out: screens are then read without it.",
  ],
  ...REPEAT_ERRORS,
  ...VISION_ERRORS,
  // The on-device half
  ON_DEVICE_VERSION: ["Run `fovea setup`: it installs the on-device half that belongs to this version."],
  ON_DEVICE_PROTOCOL: [
    "The on-device half and this program do not understand each other; run `fovea setup` to bring it up to date.",
  ],
  ON_DEVICE_SUPPRESSED: [
    "A UiAutomation (`uiautomator dump`, Appium, Espresso…) holds accessibility on the device; observe again when that ends.",
    "`fovea doctor` tells whether it is back.",
  ],
  ON_DEVICE_BUSY: [
    "Wait for the answers that are due, or end another Fovea that uses this device; then observe again.",
  ],
  ON_DEVICE_FAILED: [
    "This is a defect of the on-device half; please report the message. --companion off goes without it.",
  ],
  ON_DEVICE_UNTRUSTED: [
    "Something else than Fovea answers under its name on the device; do not use the device until `fovea doctor` tells what it is.",
  ],
  ON_DEVICE_FOREIGN_CERTIFICATE: [
    "Use the key that it was signed with (--signing-key), or take it away with `adb uninstall dev.fovea.service`.",
  ],
  ON_DEVICE_NOT_BOUND: [
    "Unlock the phone, end battery savers that stop it (docs/on-device.md), and run `fovea setup` again.",
  ],
  // Setting it up
  SIGNING_KEY_UNUSABLE: ["Name another file with --signing-key, or correct what the message says."],
  SETUP_INSTALL_BLOCKED: ["Look at the phone and allow the installation there; then run `fovea setup` again."],
  SETUP_INSTALL_FAILED: ["Read what Android says in the message, and run `fovea setup` again."],
  SETUP_SETTINGS_BLOCKED: [
    "In developer options, allow changes of settings over USB debugging (docs/on-device.md names the switch of each vendor); then run `fovea setup` again.",
  ],
  SETUP_RESTRICTED: [
    "A policy of the phone (device administrator, restricted settings, Advanced Protection) forbids the service; use --companion shell.",
  ],
  // Serving
  HTTP_TOKEN_UNUSABLE: ["Correct what the message says, or name another file with --http-token-file."],
  HTTP_NOT_LISTENING: ["Choose another port with --http-port, or end the program that listens there."],
  // Targets and actions
  INVALID_ARGUMENT: ["Correct the argument as the message says; `fovea COMMAND --help` lists those of each."],
  SELECTOR_SYNTAX: [
    'Write a ref of observe (e12), a selector (button "Save"), a point (540,1200) or a share (50%,62%).',
  ],
  COMMAND_UNCLEAR: [
    'Ask for one action: tap …, type "…" in …, drag … to …, scroll down in …, go back, open …; with names in quotes.',
    "Call the tool for the action itself: tap, type_text, swipe, drag, press_key, open_app.",
  ],
  REF_STALE: ["Call observe and use a ref from its answer.", "Name it by a selector, which find checks."],
  REF_CHANGED: ["Call observe and use the ref that it has now, if that is what you want."],
  ELEMENT_NOT_FOUND: [
    "Call observe to see what is on the screen, or find with other words.",
    "wait_for it if it may come later; swipe to what is out of sight.",
  ],
  AMBIGUOUS_TARGET: ["Use one of the refs listed, or narrow the selector; find shows what each lies in."],
  TARGET_UNREACHABLE: [
    "Scroll or close what covers the element (swipe, press_key back), observe, and try again.",
    "wait_for what covers it to go.",
  ],
  TARGET_DISABLED: ["Do first what enables it; observe shows the rest of the screen.", "wait_for it with `enabled`."],
  FOCUS_LOST: ["Observe: part of it was done. Go on from what is on the screen now."],
  TOUCH_MISSED: ["Something else was touched: undo that first (press_key back), then observe and go on from there."],
  TOUCH_UNCERTAIN: [
    "Look at what the screen shows now: a step before may have touched something else. Undo that first (press_key back).",
    "Where it did what was meant, call batch with the steps that are left.",
  ],
  ...TEXT_ERRORS,
  UNSUPPORTED_ON_DEVICE: ["Take the way round that the message names; `fovea setup` lifts most limits."],
  INPUT_REFUSED: [
    'Turn on "USB debugging (Security settings)" or disable permission monitoring in developer options; then observe and repeat the call.',
    "`fovea setup` installs a service that needs neither.",
  ],
  GESTURE_CANCELLED: ["A touch or another gesture ended it half-way; observe before trying again."],
  URL_NOT_ALLOWED: ["Use an http or https address in open_url.", "Restart the server with --allow-url-scheme."],
  APP_NOT_FOUND: ["Call list_apps for the package ids on the device."],
  APP_NOT_LAUNCHED: ["Observe to see what is in front.", "open_app without `activity`."],
  // Apps that come and go
  CONSENT_IMPOSSIBLE: [
    "Ask the user to do it (`fovea install`, `fovea clear`, `fovea uninstall`), or to use a client that can ask (MCP elicitation).",
    "Only the user may restart the server with --manage-apps allow, which asks nobody.",
  ],
  CONSENT_REFUSED: [
    "Do not repeat the call, the user did not agree: ask them what to do instead, or observe and go on without it.",
  ],
  CONSENT_STALE: [
    "Call install_app, clear_app_data or uninstall_app again from the beginning: the user is then asked about what it would do now.",
  ],
  APP_CHANGE_REFUSED: ["Read what Android says in the message; list_apps shows what is installed."],
  APP_CHANGE_UNPROVEN: ["Look at the device: list_apps shows what is installed, open_app and observe what it holds."],
  EXPECTATION_FAILED: ["Read what is on the screen instead; wait_for it if it may come later."],
  WAIT_TIMEOUT: ["Observe to see the screen as it is, or wait longer with timeout_ms of wait_for."],
  PATH_NOT_ALLOWED: ["Use a file name without folders; files go to the folder of --output-dir."],
  ...LOAD_ERRORS,
  INTERNAL: ["This is a defect of Fovea; please report the message. Observe before acting again."],
} as const satisfies Readonly<Record<string, string | readonly [string, ...string[]]>>;

export type ErrorCode = keyof typeof ERROR_CODES;

export function isErrorCode(word: string | null): word is ErrorCode {
  return word !== null && Object.hasOwn(ERROR_CODES, word);
}

/** The ways to recover from a failure with this code, best first. */
export function recoveriesOf(code: ErrorCode): readonly [string, ...string[]] {
  const recoveries: string | readonly [string, ...string[]] = ERROR_CODES[code];
  return typeof recoveries === "string" ? [recoveries] : recoveries;
}

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
  /** Ways to recover, best first; when absent, those of the hint or of the code. */
  readonly recoverySuggestions?: readonly string[];
  /** For actions: whether the device may have done something before the failure. */
  readonly mayHaveHappened?: boolean;
}

export interface FoveaErrorOptions extends ErrorContext {
  readonly cause?: unknown;
  /** Replaces the recoveries of the table where the message knows a better next step. */
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
    this.hint = hint ?? recoveriesOf(code)[0];
    this.context = context;
  }

  /** The recovery suggestions, best first; at least one. Where the message knows a better step, that one alone. */
  get recoverySuggestions(): readonly string[] {
    const table = recoveriesOf(this.code);
    return this.context.recoverySuggestions ?? (this.hint === table[0] ? table : [this.hint]);
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
