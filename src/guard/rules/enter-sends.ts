import type { UiElement } from "../../screen/element.js";
import type { GuardedScreen } from "../guarded-action.js";
import type { Rule } from "../rule.js";
import { factsOf, type TargetFacts } from "../target-facts.js";
import { conceptsIn } from "../words.js";

const ENTER = /^(?:ENTER|NUMPAD_ENTER|DPAD_CENTER)$/;
const CHAT_ID = /\b(?:compose|composer|message|msg|chat|reply|comment|sms)\b/;
/** Ids of fields in which Enter does not send the text. */
const OTHER_ID = /\b(?:search|query|subject|to|title|note|filter)\b/;

/** ENTER in the text field of a chat acts like its Send button. */
export const enterSends: Rule = ({ action, target, screen }) => {
  const submits = (action.kind === "type" && action.submits) || (action.kind === "key" && ENTER.test(action.key));
  if (!submits || target?.element.role !== "field" || OTHER_ID.test(target.idWords)) return [];
  const byId = CHAT_ID.test(target.idWords) ? target.idWords : undefined;
  const byHint = target.words.find((words) => isChatHint(words));
  const hint = byId ?? byHint ?? sendBeside(target, screen) ?? sendBelow(target, screen);
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

/** The words of a Send button in the same line as the field, as chats have it. */
function sendBeside({ element }: TargetFacts, screen: GuardedScreen | null): string | undefined {
  const { top, bottom } = element.bounds;
  const inLine = screen?.elements.filter(
    (one) =>
      one.role === "button" && one.bounds.top < bottom && one.bounds.bottom > top && one.window === element.window,
  );
  return inLine
    ?.map(factsOf)
    .flatMap(({ words, idWords }) => [...words, idWords])
    .find((words) => isSend(words));
}

/** The words of a Send button at the end of a form, below its last field: Enter in such a field may press it. */
function sendBelow({ element }: TargetFacts, screen: GuardedScreen | null): string | undefined {
  const { top, bottom } = element.bounds;
  const below = screen?.elements.filter((one) => one.bounds.top >= bottom && one.window === element.window) ?? [];
  const nextField = Math.min(...below.filter(({ role }) => role === "field").map((one) => one.bounds.top));
  const isNear = (one: UiElement) =>
    one.bounds.top < nextField && one.bounds.top - bottom <= FORM_ROWS * (bottom - top);
  const buttons = below.filter((one) => one.role === "button" && isNear(one)).map(factsOf);
  return buttons.flatMap(({ words }) => words).find((words) => isSendButton(words));
}

function isSendButton(words: string): boolean {
  const { whole, first, length } = conceptsIn(words);
  return whole.has("send") || (first.has("send") && length <= 3);
}

/** The greatest distance between the last field of a form and its button, in heights of the field. */
const FORM_ROWS = 4;

function isSend(words: string): boolean {
  const { whole, first } = conceptsIn(words);
  return whole.has("send") || first.has("send") || whole.has("publish") || /\bsend\b/.test(words);
}

function isChatHint(words: string): boolean {
  const { any, length } = conceptsIn(words);
  return length <= 5 && (any.has("message") || any.has("send"));
}
