import type { Rule } from "../rule.js";

const CONTROLLER = /permissioncontroller|packageinstaller|securitycenter|lbe\.security/;
const ALLOW_ID = /\ballow\b|\bgrant\b/;
const DENY_ID = /\bdeny\b/;

/**
 * The buttons that allow, in the dialog of the system's permission controller; the ids are AOSP's, vendors keep them.
 */
export const permissions: Rule = ({ action, app, target }) => {
  if (action.kind !== "tap" || !target || !CONTROLLER.test(app.package ?? "")) return [];
  if (!ALLOW_ID.test(target.idWords) || DENY_ID.test(target.idWords)) return [];
  const signals = [
    { kind: "package", value: app.package ?? "" },
    { kind: "id", value: target.idWords },
  ] as const;
  return [{ class: "permission", severity: "confirm", signals }];
};
