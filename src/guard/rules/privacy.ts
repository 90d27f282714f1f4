import type { Rule } from "../rule.js";

/** Apps whose content is private by its kind, by words of their package names. */
const PRIVATE: ReadonlySet<string> = new Set(
  [
    "mms messaging messages sms contacts dialer incallui gallery gallery3d photos health fitness passwords keychain",
    "authenticator authenticator2 bitwarden keepass whatsapp telegram thoughtcrime mail email gmail gm bank banking",
  ].flatMap((words) => words.split(" ")),
);

/** Where they are kept, as an address. */
const PRIVATE_DATA = /^content:\/\/(?:sms|mms|mms-sms|call_log|contacts|com\.android\.(?:contacts|calendar)|browser)\b/;

/** Opening what is private, or one thing in it: written down, and asked about where a policy wants that. */
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
