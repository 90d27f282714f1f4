import type { Finding } from "../decision.js";
import type { Rule } from "../rule.js";

/** Keys that have an effect by themselves, whatever has the focus. */
const KEYS: Readonly<Record<string, Pick<Finding, "class" | "severity">>> = {
  CALL: { class: "call", severity: "confirm" },
  CAMERA: { class: "capture", severity: "confirm" },
  MEDIA_RECORD: { class: "capture", severity: "confirm" },
  SYSRQ: { class: "capture", severity: "note" },
  NOTIFICATION: { class: "privacy", severity: "note" },
  NOTIFICATIONS: { class: "privacy", severity: "note" },
};

/** Keys that have an effect only in apps with such package names. */
const KEYS_IN: readonly (Pick<Finding, "class" | "severity"> & { readonly key: RegExp; readonly in: RegExp })[] = [
  // The volume keys take a picture in a camera app.
  { key: /^(?:VOLUME_UP|VOLUME_DOWN|FOCUS)$/, in: /camera/i, class: "capture", severity: "confirm" },
  // The key of a headset answers a call.
  { key: /^(?:HEADSETHOOK|MEDIA_PLAY_PAUSE)$/, in: /dialer|incall|telecom/i, class: "call", severity: "confirm" },
];

/** Keys that delete the focused element, if it is not a field. */
const DELETES = /^(?:DEL|FORWARD_DEL)$/;

/** Keys of the phone: its call button, its shutter, and keys that open the notifications. */
export const keys: Rule = ({ action, app, target }) => {
  if (action.kind !== "key") return [];
  const { key } = action;
  const signals = [{ kind: "key", value: key }] as const;
  const found = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
  const inApp = KEYS_IN.filter((one) => one.key.test(key) && one.in.test(app.package ?? ""));
  const deletes = DELETES.test(key) && target !== null && target.element.role !== "field";
  return [
    ...(found === undefined ? [] : [{ ...found, signals }]),
    ...inApp.map(({ class: of, severity }) => ({ class: of, severity, signals })),
    ...(deletes ? [{ class: "delete", severity: "confirm", signals } as const] : []),
  ];
};
