import type { Finding } from "../decision.js";
import type { Rule } from "../rule.js";

/** What is asked of the package manager, or of whatever an intent starts: the words of the screen play no part. */
export const commands: Rule = ({ action }) => {
  if (action.kind === "command") return [ofCommand(action.command)];
  if (action.kind === "intent") return ofIntent(action.action, action.data);
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

const EMERGENCY = /^tel:(?:112|911|999|000|110|119|120|122|113|115|117|118)$/;

function ofIntent(action: string, data: string | null): readonly Finding[] {
  const signals = [{ kind: "intent", value: `${action} ${data ?? ""}`.trim().slice(0, 80) }] as const;
  const name = action.slice(action.lastIndexOf(".") + 1);
  if (/^CALL/.test(name) || (data !== null && EMERGENCY.test(data)))
    return [{ class: "call", severity: data !== null && EMERGENCY.test(data) ? "block" : "confirm", signals }];
  if (/^(?:DELETE|UNINSTALL_PACKAGE)$/.test(name)) return [{ class: "uninstall", severity: "confirm", signals }];
  if (name === "INSTALL_PACKAGE") return [{ class: "install", severity: "confirm", signals }];
  if (/^SEND/.test(name)) return [{ class: "send", severity: "note", signals }];
  if (/FACTORY_RESET|MASTER_CLEAR/.test(name)) return [{ class: "system", severity: "block", signals }];
  return [];
}
