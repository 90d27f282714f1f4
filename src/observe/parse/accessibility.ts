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
  if (
    !lines.some((line) =>
      /^ACCESSIBILITY MANAGER |^\s*User state\[|^\s*(?:Bound|Enabled|Binding|Crashed) services:\{/.test(line),
    )
  ) {
    return undefined;
  }
  const whole = lines.join("\n");
  return {
    accessibility: {
      enabled: components(list(whole, "Enabled services")),
      bound: labels(list(whole, "Bound services") ?? list(whole, "\\n\\s*services")),
      binding: components(list(whole, "Binding services")),
      crashed: components(list(whole, "Crashed services")),
      touchExploration: touchExploration(whole),
      uiAutomation: /Ui Automation\[|UiAutomation(?:Service)?=(?!null)|mUiAutomationService=(?!null)/.test(whole),
    },
  };
}

function touchExploration(text: string): boolean | null {
  const word = /\btouchExplorationEnabled=(true|false)\b/.exec(text)?.[1];
  return word === undefined ? null : word === "true";
}

/** The text between the braces of `name:{…}`, braces inside it counted; undefined where it is missing or cut off. */
function list(text: string, name: string): string | undefined {
  const start = new RegExp(`${name}:\\{`).exec(text);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return text.slice(from, at);
  }
  return undefined;
}

function components(text: string | undefined): readonly string[] | null {
  return text === undefined ? null : [...text.matchAll(/[\w.]+\/[\w.$]+/g)].map((found) => found[0]);
}

function labels(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  return [...text.matchAll(/Service\[label=(.*?), feedbackType/g)].map((found) => found[1] ?? "");
}
