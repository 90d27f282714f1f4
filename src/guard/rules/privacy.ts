import type { Rule } from "../rule.js";

/** Apps whose content is private by its kind, by words of their package names: AOSP's, Google's, vendors' and others. */
const PRIVATE =
  /\b(?:mms|messaging|messages|sms|contacts|dialer|incallui|gallery\w*|photos|health\w*|fitness|passwords?|keychain|authenticator\d*|bitwarden|keepass\w*|whatsapp|telegram|thoughtcrime|mail|email|gmail|gm|bank\w*)\b/;

/** Where they are kept, as an address. */
const PRIVATE_DATA = /^content:\/\/(?:sms|mms|mms-sms|call_log|contacts|com\.android\.(?:contacts|calendar)|browser)\b/;

/** Opening what is private, or one thing in it: written down, and asked about where a policy says so. */
export const privacy: Rule = ({ action, target, app }) => {
  if (action.kind === "intent")
    return PRIVATE_DATA.test(action.data ?? "") ? found("intent", (action.data ?? "").slice(0, 80)) : [];
  const owner =
    action.kind === "openApp" ? action.package : action.kind === "tap" && isThing(target) ? app.package : null;
  return owner !== null && PRIVATE.test(owner.replaceAll("_", ".")) ? found("package", owner) : [];
};

function isThing(target: Parameters<Rule>[0]["target"]): boolean {
  return target?.element.role === "row";
}

function found(kind: "intent" | "package", value: string): ReturnType<Rule> {
  return [{ class: "privacy", severity: "note", signals: [{ kind, value }] }];
}
