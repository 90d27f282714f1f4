import {
  boundList,
  bracedList,
  componentsIn,
  hasUiAutomation,
  LISTS,
  labelsIn,
} from "../../devices/companion/accessibility-dump.js";
import { firstMatch, wholeLines } from "./text.js";

/** The accessibility services of the current user. Null if the release does not print the list. */
export interface AccessibilityState {
  /** The enabled services as components `package/class`, from the settings. */
  readonly enabled: readonly string[] | null;
  /** The bound services: components up to Android 9, labels since Android 10. */
  readonly bound: readonly string[] | null;
  readonly binding: readonly string[] | null;
  readonly crashed: readonly string[] | null;
  readonly touchExploration: boolean | null;
  /** Another tool uses UiAutomation. That suspends all services, unless the tool asked Android not to. */
  readonly uiAutomation: boolean;
}

export interface AccessibilityFacts {
  readonly accessibility: AccessibilityState;
}

/** `dumpsys accessibility` of Android 7 to 16. Undefined if the text is something else. */
export function parseAccessibility(text: string): AccessibilityFacts | undefined {
  const lines = wholeLines(text);
  if (!lines.some((line) => MARKS.test(line))) {
    return undefined;
  }
  const whole = currentUser(lines).join("\n");
  return {
    accessibility: {
      enabled: componentsIn(bracedList(whole, LISTS.enabled)),
      bound: labelsIn(boundList(whole)),
      binding: componentsIn(bracedList(whole, LISTS.binding)),
      crashed: componentsIn(bracedList(whole, LISTS.crashed)),
      touchExploration: touchExploration(whole),
      uiAutomation: hasUiAutomation(lines.join("\n")),
    },
  };
}

/** The dump's headers, or lines of an excerpt that list services. */
const MARKS = /^ACCESSIBILITY MANAGER |^\s*User state\[|^\s*(?:bound|enabled|binding|crashed) services: ?\{/i;

/**
 * The lines about the current user: the state that matches `currentUserId=` above all states (Android 11 and later), or
 * the one with `currentUser=true`. The states are in the order of the user ids; without either mark the first one is
 * taken. Empty if several match: a label of an app may imitate a state.
 */
function currentUser(lines: readonly string[]): readonly string[] {
  const starts = lines.flatMap((line, at) => (USER.test(line) ? [at] : []));
  const [first] = starts;
  if (first === undefined) return lines;
  const id = firstMatch(lines.slice(0, first), /^\s*currentUserId=(\d+)$/);
  const states = starts.map((start, place) => lines.slice(start, starts[place + 1]));
  const current = states.filter((state) => {
    const attributes = state.find((line) => line.includes("attributes:{")) ?? "";
    return id === undefined
      ? attributes.includes(", currentUser=true")
      : /attributes:\{id=(\d+)/.exec(attributes)?.[1] === id;
  });
  if (current.length > 1) return [];
  return current[0] ?? states[0] ?? [];
}

const USER = /^\s*User state\[/;

function touchExploration(text: string): boolean | null {
  const word = /\btouchExplorationEnabled=(true|false)\b/.exec(text)?.[1];
  return word === undefined ? null : word === "true";
}
