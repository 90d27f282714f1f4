import { typesCharacter } from "../base/key-names.js";
import { normaliseLabel, quoteLabel } from "../screen/label.js";
import type { ActionClass, Finding, Signal } from "./decision.js";
import type { GuardedAction, GuardedApp } from "./guarded-action.js";
import type { TargetFacts } from "./target-facts.js";

/** The effect of each class, as words after "this would". */
const DOES: Readonly<Record<ActionClass, string>> = {
  send: "send or publish something",
  call: "start or answer a call",
  delete: "delete something",
  purchase: "pay or order something",
  install: "install an app",
  uninstall: "uninstall, disable or stop an app",
  permission: "grant an app a permission",
  capture: "record by camera or microphone, or record the screen",
  credential: "enter or show a secret, or change an account",
  system: "change the system",
  file: "overwrite, move or upload a file",
  close: "discard unsaved changes",
  privacy: "read something private",
  lock: "lock or unlock the phone, or change how it is unlocked",
};

/** Describes an action with its target and its app; words of apps are in quotes. */
export function describeAction(action: GuardedAction, target: TargetFacts | null, app: GuardedApp): string {
  const where = app.package === null ? "" : ` in ${quoteLabel(app.package.slice(0, 100))}`;
  const dialog = target?.dialog[0];
  const asked = dialog === undefined ? "" : ` of the dialog ${said(dialog)}`;
  return `${verbOf(action, target)}${asked}${where}`;
}

function verbOf(action: GuardedAction, target: TargetFacts | null): string {
  const on = target === null ? "" : ` ${target.element.role}${nameOf(target)}`;
  switch (action.kind) {
    case "tap":
      return `${action.holdMs > 0 ? "hold" : "tap"}${on || " a point"}`;
    case "swipe":
      return `swipe over${on || " the screen"}`;
    case "drag":
      return `drag${on || " from a point"}${action.over ? ` to ${said(action.over.labels[0] ?? action.over.role)}` : ""}`;
    case "type":
      return `type ${[...action.text].length} characters${action.submits ? " and press Enter" : ""}${on && ` in${on}`}`;
    case "key":
      return `${pressOf(action.key, target)}${on && ` in${on}`}`;
    case "openApp":
      return `open ${quoteLabel(action.package)}`;
    case "closeApp":
      return `stop ${quoteLabel(action.package)}`;
    case "intent":
      return `open ${said(action.data ?? action.action)}`;
    case "command":
      return `${COMMANDS[action.command]} ${quoteLabel(action.package ?? "an app")}`;
    case "device":
      return `${DEVICE_CHANGES[action.change]} ${said(action.detail)}`;
    case "shell":
      return `run ${said(action.argv.join(" "))}`;
    case "pinch":
      return `pinch${on && ` over${on}`}`;
  }
}

/** A key that types one character of a secret is not named. SPACE may press the focused element. */
function pressOf(key: string, target: TargetFacts | null): string {
  const isPlain = target !== null && target.element.password !== true;
  return isPlain || !typesCharacter({ name: key }) ? `press ${key}` : "press a key that types a character";
}

const COMMANDS = { install: "install", uninstall: "uninstall", clearData: "delete the data of" } as const;

const DEVICE_CHANGES = {
  orientation: "turn the screen to",
  display: "change the display to",
  setting: "change the setting",
  setBack: "restore",
  grant: "grant permissions:",
  revoke: "revoke permissions:",
  clipboard: "put on the clipboard",
  location: "set the location to",
  network: "switch",
  recordScreen: "record the screen",
  openShade: "open",
  postNotification: "post the notification",
  measure: "measure",
  fingerprint: "lay on the sensor",
  readClipboard: "read from the clipboard",
  pushFile: "write the file",
  replaceFile: "write over the file",
  pullFile: "read the file",
  scanFile: "ask the media index to scan",
  bootEmulator: "boot the emulator",
  stopEmulator: "stop the emulator",
} as const;

function nameOf({ element }: TargetFacts): string {
  const label = element.labels[0] ?? element.resourceId?.split("/").at(-1);
  return label === undefined ? "" : ` ${said(label)}`;
}

function said(words: string): string {
  return quoteLabel(normaliseLabel(words).slice(0, 120));
}

/** The reason, for the person who decides: `this would send or publish something (label "send")`. */
export function describeFinding(finding: Finding | null): string {
  if (finding === null) return "the caller, or the policy of this server, requires the question";
  return `this would ${DOES[finding.class]} (${finding.signals.slice(0, 3).map(signalWords).join(", ")})`;
}

function signalWords({ kind, value }: Signal): string {
  return `${kind} ${said(value)}`;
}
