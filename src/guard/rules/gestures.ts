import { center, type Point } from "../../base/geometry.js";
import type { Finding } from "../decision.js";
import type { GuardedScreen } from "../guarded-action.js";
import type { Rule, Situation } from "../rule.js";
import { factsOf, type TargetFacts } from "../target-facts.js";
import { conceptsIn } from "../words.js";

/** The class of a control that is swiped, by its words. */
const SLIDES = [
  ["pay", "purchase", "block"],
  ["payment", "purchase", "block"],
  ["buy", "purchase", "block"],
  ["transfer", "purchase", "block"],
  ["call", "call", "confirm"],
  ["restart", "system", "confirm"],
  ["send", "send", "confirm"],
  ["delete", "delete", "confirm"],
] as const;

/** The label of a control that is swiped is short; a longer one is a text. */
const MOST_WORDS = 6;

/** What is dropped on a control with these words is deleted. */
const DROPS: ReadonlySet<string> = new Set(["bin", "delete", "remove"]);
const BIN = /\b(?:bin|trash|delete|remove|uninstall)\b/;
const UNINSTALL = /\buninstall\b/;

/** Slide to pay, swipe to delete, drag to the bin, or swipe onto it: a web page may move what is swiped. */
export const gestures: Rule = (situation) => {
  const { action, screen, target } = situation;
  if (action.kind !== "swipe" && action.kind !== "drag") return [];
  const known = action.kind === "drag" ? action.over : null;
  const over = known ?? screen?.elements.findLast(({ bounds }) => isIn(bounds, action.to)) ?? null;
  if (over === null) return ofSwipe(situation);
  const scrolls = action.on !== null && CONTAINERS.has(action.on.role);
  const isMoved = action.kind === "drag" || (!scrolls && isMovedBySwipe(target, action.to));
  return [...ofSwipe(situation), ...(isMoved ? ofDrop(action.kind, factsOf(over)) : [])];
};

/** Whether a swipe may move an element to this point: it scrolls a container, and a row may have its own bin. */
function isMovedBySwipe(target: TargetFacts | null, to: Point): boolean {
  return target !== null && !CONTAINERS.has(target.element.role) && !isIn(target.element.bounds, to);
}

/** The roles of what scrolls or turns its pages when it is swiped. */
const CONTAINERS: ReadonlySet<string> = new Set(["list", "scroll", "pager", "web"]);

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

function isIn({ left, top, right, bottom }: Box, { x, y }: { readonly x: number; readonly y: number }): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}

/** A finger that moves over a control: a drag moves like a swipe, after a long press. */
function ofSwipe({ action, target, screen }: Situation): readonly Finding[] {
  if ((action.kind !== "swipe" && action.kind !== "drag") || !target) return [];
  const gesture = { kind: "gesture", value: action.kind } as const;
  const isAcross = Math.abs(action.to.x - action.from.x) > Math.abs(action.to.y - action.from.y);
  if (isAcross && screen && isSwipedAway(target, screen))
    return [
      {
        class: "delete",
        severity: "confirm",
        signals: [gesture, { kind: "id", value: target.idWords }],
      },
    ];
  // It is unknown whether a row of an app can be swiped away, so the attempt is only noted. A drag moves the row.
  if (action.kind === "swipe" && isAcross && target.element.role === "row" && isInList(target, screen))
    return [{ class: "delete", severity: "note", signals: [{ kind: "gesture", value: "swipe over a row" }] }];
  if (CONTAINERS.has(target.element.role) || !isAcross) return [];
  return target.words.flatMap((words) => {
    const { first, last, any, near, length } = conceptsIn(words);
    return length > MOST_WORDS
      ? []
      : SLIDES.flatMap(([concept, of, severity]): readonly Finding[] =>
          first.has(concept) || last.has(concept) || (of === "purchase" && (any.has(concept) || near.has(concept)))
            ? [
                {
                  class: of,
                  severity,
                  signals: [gesture, { kind: "label", value: words }],
                },
              ]
            : [],
        );
  });
}

/**
 * Whether a swipe deletes the element: its id says this, or its app offers ACTION_DISMISS to accessibility services.
 */
function isSwipedAway({ element, idWords }: TargetFacts, { viewHierarchy }: GuardedScreen): boolean {
  if (/\bdelete\b|\bdismiss\b/.test(idWords)) return true;
  const node = element.node === null ? undefined : viewHierarchy?.nodes[element.node];
  return node?.details?.states?.includes("dismissable") === true;
}

/** Whether the element is in a list, and not in a pager, which is swiped sideways. */
function isInList({ element }: TargetFacts, screen: GuardedScreen | null): boolean {
  const around = screen?.elements.filter(({ bounds }) => isIn(bounds, center(element.bounds))) ?? [];
  return around.some(({ role }) => role === "list") && !around.some(({ role }) => role === "pager");
}

function ofDrop(gesture: "swipe" | "drag", { idWords, words }: TargetFacts): readonly Finding[] {
  const concepts = words.flatMap((one) => [...conceptsIn(one).whole]);
  const isUninstall = concepts.includes("uninstall") || UNINSTALL.test(idWords);
  const isBin = concepts.some((concept) => DROPS.has(concept)) || BIN.test(idWords);
  if (!isUninstall && !isBin) return [];
  const signals = [
    { kind: "gesture", value: gesture },
    { kind: "label", value: words[0] ?? idWords },
  ] as const;
  return [
    ...(isBin ? [{ class: "delete", severity: "confirm", signals } as const] : []),
    ...(isUninstall ? [{ class: "uninstall", severity: "confirm", signals } as const] : []),
  ];
}
