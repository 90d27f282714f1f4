/** The accessibility services of one user in `dumpsys accessibility`. Null where the release does not print the list. */
export interface AccessibilityUser {
  /** Android user; null where the dump does not say. */
  readonly id: number | null;
  /** Components `package/class` as the settings enable them; printed from Android 10 on. */
  readonly enabled: readonly string[] | null;
  /** Labels of what is bound: the dump never names their components. */
  readonly bound: readonly string[] | null;
  readonly binding: readonly string[] | null;
  /** Printed from Android 11 on. */
  readonly crashed: readonly string[] | null;
}

export interface AccessibilityDump {
  readonly users: readonly AccessibilityUser[];
  /** A UiAutomation is connected: it suspends all services unless it asked otherwise. */
  readonly hasUiAutomation: boolean;
}

/** `dumpsys accessibility` of Android 7 to 16, each user for itself; no users where the text is something else. */
export function parseAccessibilityDump(text: string): AccessibilityDump {
  const [, ...states] = text.split(/^[ \t]*User state\[/m);
  return { users: states.map(toUser), hasUiAutomation: hasUiAutomation(text) };
}

/** Whether a dump shows a connected UiAutomation. */
export function hasUiAutomation(text: string): boolean {
  return /Ui Automation\[|UiAutomation(?:Service)?=(?!null)|mUiAutomationService=(?!null)/.test(text);
}

/**
 * The text between the braces of `name:{…}`, in Samsung's form `name: {` with a small letter, too; braces inside it are
 * counted. Undefined where it is missing or cut off.
 */
export function bracedList(text: string, name: string): string | undefined {
  const start = new RegExp(`${name}: ?\\{`, "i").exec(text);
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

/** The components `package/class` in a list of a dump, one after another or, as Samsung prints them, `N : …` in lines. */
export function componentsIn(list: string | undefined): readonly string[] | null {
  return list === undefined ? null : [...list.matchAll(/[\w.]+\/[\w.$]+/g)].map((found) => found[0]);
}

/** A label ends before the next one begins, so that no place is looked at twice. */
const SERVICE_LABEL = /Service\[label=((?:(?!Service\[label=).)*?), feedbackType/g;

/** The labels of bound services in a list of a dump; their components where it names them in numbered lines. */
export function labelsIn(list: string | undefined): readonly string[] | null {
  if (list === undefined) return null;
  const labels = [...list.matchAll(SERVICE_LABEL)].map((found) => found[1] ?? "");
  return labels.length > 0 || !/^\s*\d+ : /.test(list) ? labels : componentsIn(list);
}

function toUser(state: string): AccessibilityUser {
  const id = /attributes:\{id=(\d+)/.exec(state)?.[1];
  return {
    id: id === undefined ? null : Number(id),
    enabled: componentsIn(bracedList(state, "Enabled services")),
    bound: labelsIn(bracedList(state, "Bound services") ?? bracedList(state, "\\n[ \\t]*services")),
    binding: componentsIn(bracedList(state, "Binding services")),
    crashed: componentsIn(bracedList(state, "Crashed services")),
  };
}
