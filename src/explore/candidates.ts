import { lookUp } from "../base/word-table.js";
import { actionKey } from "../graph/action-sig.js";
import { targetSig } from "../graph/build/action-of-step.js";
import type { ActionSig } from "../graph/graph.js";
import type { Part, ScreenFacts } from "../graph/screen/screen-facts.js";

/** Action types of graphs, by the action of an element. */
const TYPE_OF: Readonly<Record<string, string>> = { click: "tap", check: "tap", edit: "type", longClick: "long" };
const NO_TARGET = { role: "", idTail: "", label: "", isItem: false, ordinal: null } as const;

export const BACK: ActionSig = { type: "back", ...NO_TARGET, detail: "", slot: null };

/** All actions that can be tried on a screen, by their keys ({@link actionKey}). */
export function candidatesOf(screen: ScreenFacts): ReadonlyMap<string, ActionSig> {
  const found = screen.parts.flatMap((part, place) => actionsOf(part, targetSig(screen, place)));
  return new Map([...found, BACK].map((action) => [actionKey(action), action]));
}

function actionsOf(part: Part, target: ReturnType<typeof targetSig>): readonly ActionSig[] {
  const types = new Set(part.actions.flatMap((action) => lookUp(TYPE_OF, action) ?? []));
  // Typing includes a tap on the field, so the tap alone is not tried.
  if (types.has("type")) types.delete("tap");
  const touches = [...types].map(
    (type): ActionSig => ({ ...target, type, detail: "", slot: type === "type" ? "text" : null }),
  );
  if (!part.scrolls) return touches;
  // The finger moves up, which shows the content further down; the content further up was seen before.
  return [...touches, { ...target, type: "scroll", detail: "up", slot: null }];
}

/**
 * Controls that a screen reader cannot name: without words of their own, without words inside them, and not inside a
 * control with words (as the switch of a row is).
 */
export function unlabelledOf({ parts }: ScreenFacts): readonly Part[] {
  const isTouched = ({ actions }: Part) => actions.some((action) => lookUp(TYPE_OF, action) !== undefined);
  const isNamed = ({ label, words }: Part) => label !== "" || words !== "";
  const isInNamed = ({ parent }: Part): boolean => {
    const around = parent === null ? undefined : parts[parent];
    return around !== undefined && ((isTouched(around) && isNamed(around)) || isInNamed(around));
  };
  return parts.filter(
    (part) => isTouched(part) && !isNamed(part) && !part.isField && !part.scrolls && !isInNamed(part),
  );
}
