import {
  boundList,
  bracedList,
  componentsIn,
  hasUiAutomation,
  LISTS,
  labelsIn,
} from "../../devices/on-device/accessibility-dump.js";
import { wholeLines } from "./text.js";

/** The accessibility services of the current user. Null where the release does not print the list. */
export interface AccessibilityState {
  /** Components `package/class`, as enabled in the settings. */
  readonly enabled: readonly string[] | null;
  /** What is bound: components up to Android 9, labels from 10 on. */
  readonly bound: readonly string[] | null;
  readonly binding: readonly string[] | null;
  readonly crashed: readonly string[] | null;
  readonly touchExploration: boolean | null;
  /** Another tool holds UiAutomation, which suspends all services unless it asked otherwise. */
  readonly uiAutomation: boolean;
}

export interface AccessibilityFacts {
  readonly accessibility: AccessibilityState;
}

/** `dumpsys accessibility` of Android 7 to 16. Undefined where the text is something else. */
export function parseAccessibility(text: string): AccessibilityFacts | undefined {
  const lines = wholeLines(text);
  if (!lines.some((line) => MARKS.test(line))) {
    return undefined;
  }
  // The current user's comes first.
  const next = nextUser(lines);
  const whole = lines.slice(0, next).join("\n");
  return {
    accessibility: {
      enabled: componentsIn(bracedList(whole, LISTS.enabled)),
      bound: labelsIn(boundList(whole)),
      binding: componentsIn(bracedList(whole, LISTS.binding)),
      crashed: componentsIn(bracedList(whole, LISTS.crashed)),
      touchExploration: touchExploration(whole),
      uiAutomation: hasUiAutomation(whole),
    },
  };
}

/** The dump's headers, or picked lines with a list of services. */
const MARKS = /^ACCESSIBILITY MANAGER |^\s*User state\[|^\s*(?:bound|enabled|binding|crashed) services: ?\{/i;

function nextUser(lines: readonly string[]): number {
  const first = lines.findIndex((line) => USER.test(line));
  const next = lines.findIndex((line, at) => at > first && USER.test(line));
  return first < 0 || next < 0 ? lines.length : next;
}

const USER = /^\s*User state\[/;

function touchExploration(text: string): boolean | null {
  const word = /\btouchExplorationEnabled=(true|false)\b/.exec(text)?.[1];
  return word === undefined ? null : word === "true";
}
