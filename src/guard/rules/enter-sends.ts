import type { Rule } from "../rule.js";

const ENTER = /^(?:ENTER|NUMPAD_ENTER|DPAD_CENTER)$/;
const CHAT_FIELD = /\b(?:compose|composer|message|chat|reply|comment)\b/;

/** ENTER in the field of a chat is its button Send. */
export const enterSends: Rule = ({ action, target }) => {
  const submits = (action.kind === "type" && action.submits) || (action.kind === "key" && ENTER.test(action.key));
  if (!submits || target?.element.role !== "field") return [];
  const said = [target.idWords, ...target.words].find((words) => CHAT_FIELD.test(words));
  if (said === undefined) return [];
  const signals = [
    { kind: "key", value: "ENTER" },
    { kind: "id", value: said.slice(0, 80) },
  ] as const;
  return [{ class: "send", severity: "confirm", signals }];
};
