import type { ActionClass, Finding } from "../decision.js";
import type { DeviceChangeKind, GuardedAction } from "../guarded-action.js";
import type { Rule } from "../rule.js";

/** What is asked of the package manager, or of whatever an intent starts: the words of the screen play no part. */
export const commands: Rule = ({ action }) => {
  if (action.kind === "command") return [ofCommand(action.command)];
  if (action.kind === "shell") return ofShell(action.argv);
  if (action.kind === "intent") return ofIntent(action.action, action.data);
  if (action.kind === "device") return ofDevice(action);
  if (action.kind === "closeApp")
    return [{ class: "uninstall", severity: "note", signals: [{ kind: "command", value: "am force-stop" }] }];
  return [];
};

function ofCommand(command: "install" | "uninstall" | "clearData"): Finding {
  const [kind, words] = COMMANDS[command];
  return { class: kind, severity: "confirm", signals: [{ kind: "command", value: words }] };
}

const COMMANDS = {
  install: ["install", "pm install"],
  uninstall: ["uninstall", "pm uninstall"],
  clearData: ["delete", "pm clear"],
} as const;

/** Without an entry a change is a matter of how things look, and is set back at the end. */
const DEVICE_CHANGES: Readonly<Record<DeviceChangeKind, readonly [ActionClass, Finding["severity"]] | null>> = {
  orientation: null,
  display: null,
  setting: ["system", "note"],
  setBack: null,
  grant: ["permission", "confirm"],
  revoke: ["permission", "note"],
  clipboard: null,
  location: ["system", "note"],
  network: ["system", "note"],
  recordScreen: ["capture", "note"],
  openShade: ["privacy", "note"],
  postNotification: null,
  measure: null,
  fingerprint: ["credential", "confirm"],
  readClipboard: ["privacy", "note"],
  pushFile: ["file", "note"],
  pullFile: ["privacy", "note"],
  scanFile: null,
};

function ofDevice({ change, detail }: Extract<GuardedAction, { readonly kind: "device" }>): readonly Finding[] {
  const found = DEVICE_CHANGES[change];
  if (found === null) return [];
  const [of, severity] = found;
  return [{ class: of, severity, signals: [{ kind: "command", value: `${change} ${detail}`.slice(0, 80) }] }];
}

/** What programs of the device do to it, by how their command lines begin. */
const PROGRAMS: readonly (readonly [RegExp, ActionClass, Finding["severity"]])[] = [
  [/^(?:pm|cmd package) install\b/, "install", "confirm"],
  [/^(?:pm|cmd package) (?:uninstall|disable)/, "uninstall", "confirm"],
  [/^(?:pm|cmd package) clear\b/, "delete", "confirm"],
  [/^(?:pm|cmd package) grant\b|^appops set\b/, "permission", "confirm"],
  [/^(?:rm|dd|mkfs)\b|^content delete\b/, "delete", "confirm"],
  [/^(?:mv|cp)\b/, "file", "confirm"],
  [/^(?:reboot|svc|settings put|setprop|wm|dpm|locksettings)\b/, "system", "confirm"],
  [/^(?:wipe|recovery)\b|MASTER_CLEAR|FACTORY_RESET/, "system", "block"],
  [/\bandroid\.intent\.action\.CALL/, "call", "confirm"],
];

/** What else a program does is not known: that it was run is noted. */
function ofShell(argv: readonly string[]): readonly Finding[] {
  const line = argv.join(" ").slice(0, LONGEST_LINE);
  const signals = [{ kind: "command", value: line.slice(0, 80) }] as const;
  const found = PROGRAMS.flatMap(([pattern, of, severity]) =>
    pattern.test(line) ? [{ class: of, severity, signals }] : [],
  );
  return found.length > 0 ? found : [{ class: "system", severity: "note", signals }];
}

const LONGEST_LINE = 2_000;

const EMERGENCY = /^tel:(?:112|911|999|000|110|119|120|122|113|115|117|118)$/;

/** What an address prepares: what goes on with it is a touch of its own. */
const SCHEMES: Readonly<Record<string, ActionClass>> = {
  tel: "call",
  sms: "send",
  smsto: "send",
  mms: "send",
  mmsto: "send",
  mailto: "send",
  upi: "purchase",
  bitcoin: "purchase",
  market: "install",
  package: "uninstall",
};

function ofIntent(action: string, data: string | null): readonly Finding[] {
  const signals = [{ kind: "intent", value: `${action} ${data ?? ""}`.trim().slice(0, 80) }] as const;
  const name = action.slice(action.lastIndexOf(".") + 1);
  if (/^CALL/.test(name) || (data !== null && EMERGENCY.test(data)))
    return [{ class: "call", severity: data !== null && EMERGENCY.test(data) ? "block" : "confirm", signals }];
  if (/^(?:DELETE|UNINSTALL_PACKAGE)$/.test(name)) return [{ class: "uninstall", severity: "confirm", signals }];
  if (name === "INSTALL_PACKAGE") return [{ class: "install", severity: "confirm", signals }];
  if (/^SEND/.test(name)) return [{ class: "send", severity: "note", signals }];
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(data ?? "")?.[1]?.toLowerCase() ?? "";
  if (Object.hasOwn(SCHEMES, scheme)) return [{ class: SCHEMES[scheme] ?? "send", severity: "note", signals }];
  if (/FACTORY_RESET|MASTER_CLEAR/.test(name)) return [{ class: "system", severity: "block", signals }];
  return [];
}
