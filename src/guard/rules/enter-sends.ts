import type { Rule } from "../rule.js";
import { said } from "../words.js";

const ENTER = /^(?:ENTER|NUMPAD_ENTER|DPAD_CENTER)$/;
const CHAT_ID = /\b(?:compose|composer|message|msg|chat|reply|comment|sms)\b/;
/** Of what is written, but sent by no Enter. */
const OTHER_ID = /\b(?:search|query|subject|to|title|note|filter)\b/;

/** ENTER in the field of a chat is its button Send. */
export const enterSends: Rule = ({ action, target }) => {
  const submits = (action.kind === "type" && action.submits) || (action.kind === "key" && ENTER.test(action.key));
  if (!submits || target?.element.role !== "field" || OTHER_ID.test(target.idWords)) return [];
  const byId = CHAT_ID.test(target.idWords) ? target.idWords : undefined;
  const byHint = target.words.find((words) => isChatHint(words));
  const hint = byId ?? byHint;
  if (hint === undefined) return [];
  return [
    {
      class: "send",
      severity: "confirm",
      signals: [
        { kind: "key", value: "ENTER" },
        { kind: byId === undefined ? "label" : "id", value: hint.slice(0, 80) },
      ],
    },
  ];
};

function isChatHint(words: string): boolean {
  const { any, length } = said(words);
  return length <= 5 && (any.has("message") || any.has("send"));
}
