/**
 * The accessibility services of one user in `dumpsys accessibility`. Null if the release does not print the list.
 */
export interface AccessibilityUser {
  /** The id of the Android user; null if the dump does not have it. */
  readonly id: number | null;
  /** The enabled services as components `package/class`; printed since Android 10. */
  readonly enabled: readonly string[] | null;
  /** Labels of the bound services: the dump never has their components. */
  readonly bound: readonly string[] | null;
  readonly binding: readonly string[] | null;
  /** The crashed services; printed since Android 11. */
  readonly crashed: readonly string[] | null;
}

export interface AccessibilityDump {
  readonly users: readonly AccessibilityUser[];
  /** A UiAutomation is connected: it suspends all services, unless it asked Android not to. */
  readonly hasUiAutomation: boolean;
}

/**
 * `dumpsys accessibility` of Android 7 to 16, each user separately; no users if the text is something else. A service's
 * label is free text of its app, so a user who appears twice is left out: a label may imitate one.
 */
export function parseAccessibilityDump(text: string): AccessibilityDump {
  const [, ...states] = text.split(/^[ \t]*User state\[/m, MOST_USERS);
  const users = states.map(toUser);
  const counts = new Map<number | null, number>();
  for (const { id } of users) counts.set(id, (counts.get(id) ?? 0) + 1);
  return { users: users.filter(({ id }) => counts.get(id) === 1), hasUiAutomation: hasUiAutomation(text) };
}

const MOST_USERS = 1_000;

/**
 * Whether a dump shows a connected UiAutomation: in a user's attributes, or (9 and later) after the users. The labels
 * of services in between, and the titles of windows after it, are left out: an app may write the same words there.
 */
export function hasUiAutomation(text: string): boolean {
  const bound = startOfBound(text)?.start ?? text.length;
  const labels = text.lastIndexOf(", feedbackType");
  const rest = text.slice(Math.max(bound, labels));
  const titles = rest.indexOf("Window[");
  return IN_ATTRIBUTES.test(text.slice(0, bound)) || BEHIND_USERS.test(titles < 0 ? rest : rest.slice(0, titles));
}

const BEHIND_USERS = /^[ \t]{0,20}(?:Ui Automation\[|UiAutomation(?:Service)?=(?!null)|mUiAutomationService=(?!null))/m;
/** Up to Android 8 it is printed as one more service, before those of the user. */
const IN_ATTRIBUTES =
  /\bUi Automation\[|\b(?:mUiAutomationService|UiAutomation(?:Service)?)=(?!null)|, Service\[label=/;

/**
 * The text between the braces of `name:{…}`, also in Samsung's form `name: {` with a small letter; inner braces are
 * counted. If there are several, the last one: labels, in which an app may imitate a list, are in the first list.
 * Undefined if it is missing or cut off.
 */
export function bracedList(text: string, name: RegExp): string | undefined {
  let from = -1;
  for (const { 0: words, index } of text.matchAll(name)) from = index + words.length;
  return from < 0 ? undefined : insideOf(text, from);
}

/**
 * The lists of a user, each up to its brace. Only the list of bound services has labels; it is printed first (up to
 * Android 9 it is the only one).
 */
export const LISTS = {
  enabled: /Enabled services: ?\{/gi,
  binding: /Binding services: ?\{/gi,
  crashed: /Crashed services: ?\{/gi,
} as const;

const BOUND = /Bound services: ?\{/i;
const BOUND_BEFORE_10 = /\n[ \t]*services: ?\{/i;

/** The list of bound services: the first of that name. Only in it apps can write text. */
export function boundList(text: string): string | undefined {
  const found = startOfBound(text);
  return found && insideOf(text, found.inside);
}

function startOfBound(text: string): { readonly start: number; readonly inside: number } | undefined {
  const found = BOUND.exec(text) ?? BOUND_BEFORE_10.exec(text);
  return found ? { start: found.index, inside: found.index + found[0].length } : undefined;
}

/** The text up to the brace that closes the open one. */
function insideOf(text: string, from: number): string | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return text.slice(from, at);
  }
  return undefined;
}

/**
 * The components `package/class` in a list of a dump, one after another or, as Samsung prints them, as `N : …` lines.
 */
export function componentsIn(list: string | undefined): readonly string[] | null {
  return list === undefined ? null : [...list.matchAll(/(?<![\w.])[\w.]+\/[\w.$]+/g)].map((found) => found[0]);
}

/** The labels of bound services in a list of a dump; their components if the list has them in numbered lines. */
export function labelsIn(list: string | undefined): readonly string[] | null {
  if (list === undefined) return null;
  const [, ...services] = list.split("Service[label=");
  const labels = services.flatMap((service) => {
    const end = service.indexOf(", feedbackType");
    return end < 0 ? [] : [service.slice(0, end)];
  });
  return labels.length > 0 || !/^\s*\d+ : /.test(list) ? labels : componentsIn(list);
}

function toUser(state: string): AccessibilityUser {
  const id = /attributes:\{id=(\d+)/.exec(state)?.[1];
  return {
    id: id === undefined ? null : Number(id),
    enabled: componentsIn(bracedList(state, LISTS.enabled)),
    bound: labelsIn(boundList(state)),
    binding: componentsIn(bracedList(state, LISTS.binding)),
    crashed: componentsIn(bracedList(state, LISTS.crashed)),
  };
}
