import { FACT_PROBES } from "../../src/observe/probes.js";
import type { FactError } from "../../src/screen/facts.js";

type Beside = Readonly<Record<string, unknown>>;

/** Nulls that have a meaning and need no error. The path of every other null has to be in an error. */
const SAYS: Readonly<Record<string, (beside: Beside, all: Beside) => boolean>> = {
  error: () => true,
  overrideSize: () => true,
  overrideDensity: () => true,
  focusedElement: () => true,
  "screenshot.path": () => true,
  // It was not requested.
  screenshot: (_, all) => !has(all["parts"], "screenshot"),
  ...Object.fromEntries(FACT_PROBES.map(({ name }) => [name, (_: Beside, all: Beside) => !has(all["parts"], name)])),
  viewHierarchy: (_, all) => !has(all["parts"], "hierarchy"),
  "ime.frame": ({ visible }) => visible === false,
  "activeWindow.activity": ({ type }) => type !== "application" && !/Dialog$|Chooser$|popup/.test(String(type)),
  "activeWindow.component": ({ type }) => type !== "application" && !/Dialog$|Chooser$|popup/.test(String(type)),
  "windows[].owner": ({ layoutType }) => layoutType !== null && !/APPLICATION/.test(String(layoutType)),
};
const SAYS_LIKE: readonly (readonly [RegExp, (beside: Beside) => boolean])[] = [
  [
    /^systemInsets\.\w+\.frame$/,
    ({ left, top, right, bottom }) => [left, top, right, bottom].filter(Boolean).length !== 1,
  ],
  [/^activeWindow\.(?:activity|component)$/, ({ type }) => type === "anrDialog" || type === "crashDialog"],
];

/** Fields that are not facts of the device, and lists of nodes, in which null means that a node has no such value. */
const NO_FACTS = new Set(["errors", "parts", "cost", "elements", "focusedElement", "viewHierarchy"]);

function has(object: unknown, key: string): boolean {
  return typeof object === "object" && object !== null && key in object;
}

/** The paths of all nulls in facts that no error names; the path of a list item is like `windows[].frame`. */
export function nullsWithoutError(facts: object, errors: readonly FactError[]): readonly string[] {
  const all = { ...facts };
  const names = new Set(errors.flatMap(({ message }) => message.split(/[\s,;:]+/)));
  const failed = new Set(errors.map(({ probe }) => probe));
  const unnamed = new Set<string>();
  const walk = (value: object, path: string): void => {
    for (const [key, inner] of Object.entries(value)) {
      const name = Array.isArray(value) ? `${path}[]` : path === "" ? key : `${path}.${key}`;
      if (typeof inner === "object" && inner !== null) {
        if (!NO_FACTS.has(name)) walk(inner, name);
      } else if (inner === null && !names.has(name) && !failed.has(name === "viewHierarchy" ? "hierarchy" : name)) {
        const says = SAYS[name]?.({ ...value }, all) ?? false;
        if (!says && !SAYS_LIKE.some(([pattern, test]) => pattern.test(name) && test({ ...value }))) unnamed.add(name);
      }
    }
  };
  walk(facts, "");
  return [...unnamed];
}
