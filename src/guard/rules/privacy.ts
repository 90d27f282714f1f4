import type { Rule } from "../rule.js";

/** Words in package names of apps whose content is private. */
const PRIVATE: ReadonlySet<string> = new Set(
  [
    "mms messaging messages sms contacts dialer incallui gallery gallery3d photos health fitness passwords keychain",
    "authenticator authenticator2 bitwarden keepass whatsapp telegram thoughtcrime mail email gmail gm bank banking",
  ].flatMap((words) => words.split(" ")),
);

/** Addresses of private data. */
const PRIVATE_DATA = /^content:\/\/(?:sms|mms|mms-sms|call_log|contacts|com\.android\.(?:contacts|calendar)|browser)\b/;

/** Opening a private app, or one entry in it: noted, and asked about if a policy requires it. */
export const privacy: Rule = ({ action, target, app }) => {
  if (action.kind === "intent")
    return PRIVATE_DATA.test(action.data ?? "") ? found("intent", (action.data ?? "").slice(0, 80)) : [];
  const owner =
    action.kind === "openApp" ? action.package : action.kind === "tap" && isThing(target) ? app.package : null;
  return owner !== null && isPrivate(owner) ? found("package", owner) : [];
};

function isThing(target: Parameters<Rule>[0]["target"]): boolean {
  return target?.element.role === "row";
}

function found(kind: "intent" | "package", value: string): ReturnType<Rule> {
  return [{ class: "privacy", severity: "note", signals: [{ kind, value }] }];
}

function isPrivate(owner: string): boolean {
  return owner.split(/[._]/).some((word) => PRIVATE.has(word));
}
