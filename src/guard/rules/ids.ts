import type { ActionClass, Finding } from "../decision.js";
import type { Rule } from "../rule.js";
import { isActivation } from "./activation.js";

/** Resource ids that name an action in any language: those of AOSP, and usual ones of apps. */
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

/** Verbs at the end of an id, before or after the word for the kind of control. */
const ENDS: readonly (readonly [RegExp, ActionClass, Finding["severity"]])[] = [
  [/(?:^| )send(?: message| sms)?$/, "send", "confirm"],
  [/(?:^| )(?:feedback|report|review|comment|rating|post|reply|ticket|bug) submit$/, "send", "confirm"],
  [/(?:^| )(?:delete|erase)(?: all)?$/, "delete", "confirm"],
  [/(?:^| )(?:buy(?: now)?|pay(?: now)?|purchase)$/, "purchase", "block"],
  [/(?:^| )(?:take (?:photo|picture|screenshot)|start recording)$/, "capture", "confirm"],
  [/(?:^| )allow$/, "permission", "confirm"],
  [/(?:^| )uninstall$/, "uninstall", "confirm"],
];
/** The word for the kind of control at the end of an id. */
const THING = / (?:button|btn|icon|fab|action|item|menu item|image button|iv|bt)$/;
/** Words of ids that name the opposite of an action, or something that is only shown. */
const NOT_DONE = /\b(?:cancel|undo|dont|no|not|close|hide|dismiss|deny|never|dis|auto|can)\b/;

/** Classifies a button by its resource id. */
export const ids: Rule = (situation) => {
  const { target } = situation;
  if (!target || !isActivation(situation) || target.element.role === "field") return [];
  const { idWords, element } = target;
  const bare = idWords.replace(THING, "");
  const ends = element.role === "button" && !NOT_DONE.test(idWords) ? ENDS.filter(([end]) => end.test(bare)) : [];
  const found = [...IDS.filter(([pattern]) => pattern.test(idWords)), ...ends];
  return found.map(([, of, severity]) => ({ class: of, severity, signals: [{ kind: "id", value: idWords }] }));
};
