import type { ActionClass, Finding } from "../decision.js";
import type { DeviceChangeKind, GuardedAction } from "../guarded-action.js";
import type { Rule } from "../rule.js";
import { ofShell } from "./programs.js";

/** Commands to the package manager, and intents. The words of the screen do not matter here. */
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

/** Without an entry a change is a matter of how things look, and is restored at the end. */
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
  replaceFile: ["file", "confirm"],
  pullFile: ["privacy", "note"],
  scanFile: null,
  bootEmulator: null,
  stopEmulator: ["system", "note"],
};

function ofDevice({ change, detail }: Extract<GuardedAction, { readonly kind: "device" }>): readonly Finding[] {
  const found = DEVICE_CHANGES[change];
  if (found === null) return [];
  const signals = [{ kind: "command", value: `${change} ${detail}`.slice(0, 80) }] as const;
  const more = NAMED.flatMap(({ by, name, is: [of, severity] }) =>
    by === change && name.test(detail) ? [{ class: of, severity, signals }] : [],
  );
  const [of, severity] = found;
  return [{ class: of, severity, signals }, ...more];
}

interface Named {
  readonly by: DeviceChangeKind;
  readonly name: RegExp;
  readonly is: readonly [ActionClass, Finding["severity"]];
}

/**
 * The class of a permission or setting with such a name; the names are those of AOSP's Manifest.permission and
 * Settings.
 */
const NAMED: readonly Named[] = [
  { by: "grant", name: /\bREQUEST_INSTALL_PACKAGES\b/, is: ["install", "block"] },
  { by: "setting", name: /^secure\/install_non_market_apps\b/, is: ["install", "block"] },
  { by: "setting", name: /^global\/(?:package_verifier_\w+|verifier_\w+)/, is: ["install", "confirm"] },
  {
    by: "setting",
    name: /^secure\/(?:enabled_notification_\w+|enabled_vr_listeners|default_input_method|enabled_input_methods)\b/,
    is: ["permission", "confirm"],
  },
  {
    by: "setting",
    name: /^secure\/(?:assistant|voice_interaction_service|autofill_service|credential_service)\b/,
    is: ["permission", "confirm"],
  },
  { by: "setting", name: /^(?:secure|system)\/lock|^global\/lock/, is: ["lock", "confirm"] },
  {
    by: "setting",
    name: /^(?:global|secure)\/(?:http_proxy|global_http_proxy_\w+|private_dns_\w+|always_on_vpn_\w+)/,
    is: ["system", "confirm"],
  },
];

const EMERGENCY: ReadonlySet<string> = new Set("112 911 999 000 110 119 120 122 113 115 117 118".split(" "));

/**
 * The number of a `tel:` address as a phone dials it: decoded, without separators, extension and parameters (RFC 3966;
 * PhoneNumberUtils.extractNetworkPortion of AOSP). Null for any other address.
 */
function dialled(data: string | null): string | null {
  const [, written] = /^tel:(?:\/\/)?(.*)$/is.exec(data ?? "") ?? [];
  if (written === undefined) return null;
  return decoded(written)
    .replace(/[;,pw?].*$/is, "")
    .replace(/[^0-9*#]/g, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An `intent:` address contains an action and a scheme (Intent.toUri of AOSP). */
function insideOf(data: string | null): { readonly action: string; readonly data: string | null } | null {
  if (!/^intent:/i.test(data ?? "")) return null;
  const [address = "", fragment = ""] = (data ?? "").slice("intent:".length).split("#Intent;", 2);
  const parts = new Map(fragment.split(";").map((one) => [one.split("=")[0] ?? "", one.slice(one.indexOf("=") + 1)]));
  return { action: decoded(parts.get("action") ?? "VIEW"), data: `${parts.get("scheme") ?? "data"}:${address}` };
}

/** Classes of addresses that only prepare an action: the action itself needs another touch. */
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
  const inside = insideOf(data);
  if (inside) return [...ofIntent(inside.action, inside.data), { class: "system", severity: "confirm", signals }];
  const name = action.slice(action.lastIndexOf(".") + 1);
  const number = dialled(data);
  const isEmergency = number !== null && EMERGENCY.has(number);
  // Some codes with * or # take effect as soon as they are dialled.
  if (/^CALL/.test(name) || isEmergency || /[*#]/.test(number ?? ""))
    return [{ class: "call", severity: isEmergency ? "block" : "confirm", signals }];
  if (/^(?:DELETE|UNINSTALL_PACKAGE)$/.test(name)) return [{ class: "uninstall", severity: "confirm", signals }];
  if (name === "INSTALL_PACKAGE") return [{ class: "install", severity: "confirm", signals }];
  if (/^SEND/.test(name)) return [{ class: "send", severity: "note", signals }];
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(data ?? "")?.[1]?.toLowerCase() ?? "";
  if (Object.hasOwn(SCHEMES, scheme)) return [{ class: SCHEMES[scheme] ?? "send", severity: "note", signals }];
  if (/FACTORY_RESET|MASTER_CLEAR/.test(name)) return [{ class: "system", severity: "block", signals }];
  return [];
}
