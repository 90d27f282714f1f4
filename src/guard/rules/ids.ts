import type { ActionClass, Finding } from "../decision.js";
import type { Rule } from "../rule.js";
import { isActivation } from "./activation.js";

/** Names of ids that say what a button does, whatever its language: those of AOSP, and what apps call such things. */
const IDS: readonly (readonly [RegExp, ActionClass, Finding["severity"]])[] = [
  [/^(?:compose )?send(?: message)?(?: button| btn| icon)?$|^(?:button|btn) send\b/, "send", "confirm"],
  [/^(?:post|publish|tweet)(?: button| btn)$/, "send", "confirm"],
  [/^dialpad floating action button$|^(?:call|dial|answer)(?: action)?(?: button| btn)$/, "call", "confirm"],
  [
    /^(?:menu |action )?(?:delete|trash|remove)(?: button| btn| icon| action)?$|^(?:button|btn) delete$/,
    "delete",
    "confirm",
  ],
  [
    /^(?:buy|pay|purchase|checkout|subscribe)(?: now)?(?: button| btn)?$|^(?:button|btn) (?:buy|pay)$/,
    "purchase",
    "block",
  ],
  [/^(?:install|uninstall)(?: button| btn)$/, "install", "confirm"],
  [/^initiate (?:main|master) clear$|^execute (?:main|master) clear$/, "system", "block"],
  [/^(?:shutter|record|capture)(?: button| btn)?$/, "capture", "confirm"],
  [/^text input end icon$|^(?:show|reveal|toggle) password(?: button)?$/, "credential", "block"],
];

/** What a resource id says that a button does. */
export const ids: Rule = (situation) => {
  const { target } = situation;
  if (!target || !isActivation(situation) || target.element.role === "field") return [];
  return IDS.flatMap(([pattern, of, severity]): readonly Finding[] =>
    pattern.test(target.idWords) ? [{ class: of, severity, signals: [{ kind: "id", value: target.idWords }] }] : [],
  );
};
