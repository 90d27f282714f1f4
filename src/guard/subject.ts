import type { UiElement } from "../screen/element.js";
import type { GateQuestion } from "./gate.js";
import type { GuardedAction, GuardedScreen } from "./guarded-action.js";
import type { TargetFacts } from "./target-facts.js";

/**
 * Everything that an agreement is about: device, call, target, and all texts of the screen except those that change
 * without an action. If any of it is different when the action is sent, nobody agreed to that action.
 */
export function subjectOf(question: GateQuestion, targets: readonly TargetFacts[]): string {
  const { serial, call, action, screen } = question;
  const { answer: _, timeout_ms: __, ...args } = call.args;
  return JSON.stringify([serial, call.tool, args, textOf(action), targets.map(signatureOf), screen && printOf(screen)]);
}

function textOf(action: GuardedAction): string | null {
  return action.kind === "type" ? action.text : null;
}

function signatureOf({ element, dialog }: TargetFacts): readonly unknown[] {
  const { role, resourceId, labels, value, context } = element;
  return [
    element.package,
    role,
    resourceId,
    labels,
    element.password === true ? null : value,
    context.near,
    context.section,
    dialog,
  ];
}

/** A clock, a countdown, a percentage. */
const TICKS = /^\d{1,3}(?::\d{2}){1,2}(?: ?[AP]M)?$|^\d{1,3} ?%$/i;

function printOf({ activeWindow, elements }: GuardedScreen): readonly unknown[] {
  const owner = activeWindow?.package ?? null;
  const own = elements.filter(
    (one) => !one.systemBar && (owner === null || one.package === owner || one.package === null),
  );
  const said = own.flatMap((one) => (one.counting ? [] : [wordsOf(one), one.checked ?? null]));
  return [owner, activeWindow?.activity ?? null, said];
}

/**
 * The labels of an element and its value, for example a text that would be sent. The value of a password is left out.
 */
function wordsOf({ labels, value, password }: UiElement): readonly string[] {
  const all = value === null || password === true ? labels : [...labels, value];
  return all.filter((words) => !TICKS.test(words));
}
