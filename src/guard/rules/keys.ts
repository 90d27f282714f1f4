import type { Finding } from "../decision.js";
import type { Rule } from "../rule.js";

/** Keys that do something by themselves, whatever has the focus. */
const KEYS: Readonly<Record<string, Pick<Finding, "class" | "severity">>> = {
  CALL: { class: "call", severity: "confirm" },
  CAMERA: { class: "capture", severity: "confirm" },
  MEDIA_RECORD: { class: "capture", severity: "confirm" },
  SYSRQ: { class: "capture", severity: "note" },
  NOTIFICATION: { class: "privacy", severity: "note" },
  NOTIFICATIONS: { class: "privacy", severity: "note" },
};

/** The keys of the phone itself: its call button, its shutter, and what opens the notifications. */
export const keys: Rule = ({ action }) => {
  const found = action.kind === "key" && Object.hasOwn(KEYS, action.key) ? KEYS[action.key] : undefined;
  return found === undefined || action.kind !== "key"
    ? []
    : [{ ...found, signals: [{ kind: "key", value: action.key }] }];
};
