import * as z from "zod";
import {
  type ElementPattern,
  type PlaceWithin,
  SIDES,
  TRAITS,
  type Trait,
  type WholePattern,
  wholePattern,
} from "../../screen/element-pattern.js";
import { parseTarget, type Target } from "../../screen/selector.js";
import type { ElementSelector } from "../../screen/selector-element.js";
import { isAppName, NO_APP } from "./app-name.js";

/*
 * Fields of commands. The YAML reader gives only texts (see read-yaml.ts), so numbers are recognised here.
 */

export const text = z.string();
export const name = z.string().min(1, "it is empty");
/** The id of an app. */
export const app = name.refine(isAppName, NO_APP);
export const yesNo = z.enum(["true", "false"], "true or false is expected").transform((word) => word === "true");

/** A whole number. */
export function integer(least: number, most: number) {
  const says = `a whole number from ${least} to ${most} is expected`;
  return z
    .string()
    .transform((given) => given.trim().replaceAll("_", ""))
    .refine((given) => /^[-+]?\d{1,9}(?:\.\d+)?$/.test(given), says)
    .transform((given) => Math.trunc(Number(given)))
    .refine((value) => value >= least && value <= most, says);
}

/** Milliseconds. */
export const duration = integer(0, 86_400_000);

/** A map in which every field is optional, or a text, which is the value of `field`. */
function orText<Shape extends z.ZodRawShape>(field: string, shape: Shape) {
  return z.preprocess(
    (value) => (typeof value === "string" ? { [field]: value } : value),
    z.strictObject(shape, "a text or a map is expected"),
  );
}

const states = { enabled: yesNo, checked: yesNo, selected: yesNo, focused: yesNo };
const inner: z.ZodType<ElementPattern> = z.lazy(() => selector);

/** A regular expression, or else the exact text. Null for an empty text, which has no effect, as in Maestro. */
const pattern = text.transform((given, context): WholePattern | null => {
  if (given === "") return null;
  const read = wholePattern(given);
  if (typeof read !== "string") return read;
  context.addIssue({ code: "custom", message: read });
  return z.NEVER;
});

/** Traits, separated by spaces. */
const traits = z.string().transform((given, context): readonly Trait[] => {
  const words = given.split(/\s+/).filter((word) => word !== "");
  const found = words.flatMap((word) => TRAITS.filter((trait) => trait === word.toLowerCase()));
  if (found.length === words.length) return found;
  context.addIssue({ code: "custom", message: "traits are text, long-text and square" });
  return z.NEVER;
});

/** The fields of a selector; it needs at least one that identifies an element. */
export const selectorFields = {
  text: pattern.optional(),
  id: pattern.optional(),
  index: integer(-10_000, 10_000).optional(),
  enabled: states.enabled.optional(),
  checked: states.checked.optional(),
  selected: states.selected.optional(),
  focused: states.focused.optional(),
  below: inner.optional(),
  above: inner.optional(),
  leftOf: inner.optional(),
  rightOf: inner.optional(),
  containsChild: inner.optional(),
  containsDescendants: z.array(inner).optional(),
  childOf: inner.optional(),
  width: integer(0, 100_000).optional(),
  height: integer(0, 100_000).optional(),
  tolerance: integer(0, 100_000).optional(),
  traits: traits.optional(),
  css: name.optional(),
  // Fields of the selector's command, and fields that have no effect here; no command uses `start` and `end`.
  optional: yesNo.optional(),
  label: text.optional(),
  retryTapIfNoChange: yesNo.optional(),
  waitUntilVisible: yesNo.optional(),
  point: text.optional(),
  start: text.optional(),
  end: text.optional(),
  repeat: integer(-1_000_000, 1_000).optional(),
  delay: integer(-1_000_000, 600_000).optional(),
  waitToSettleTimeoutMs: integer(-1_000_000, 1_000_000).optional(),
};

/** The fields that identify an element; the other fields are not conditions. */
const LOOKED_FOR = [
  "text",
  "id",
  "index",
  "enabled",
  "checked",
  "selected",
  "focused",
  ...SIDES,
  "containsChild",
  "containsDescendants",
  "childOf",
  "width",
  "height",
  "traits",
  "css",
] as const;

type SelectorFields = z.output<z.ZodObject<typeof selectorFields>>;

/** The pattern of the fields; undefined if none of them is a condition. */
export function patternOf(fields: SelectorFields): ElementPattern | undefined {
  const { containsChild, containsDescendants = [], enabled, checked, selected, focused } = fields;
  const pattern: ElementPattern = {
    text: fields.text ?? null,
    id: fields.id ?? null,
    enabled: enabled ?? null,
    checked: checked ?? null,
    selected: selected ?? null,
    focused: focused ?? null,
    near: SIDES.flatMap((side) => {
      const of = fields[side];
      return of === undefined ? [] : [{ side, of }];
    }),
    contains: [...(containsChild ? [containsChild] : []), ...containsDescendants],
    childOf: fields.childOf ?? null,
    index: fields.index ?? null,
    size: sizeOf(fields),
    traits: fields.traits ?? [],
    css: fields.css ?? null,
    at: null,
  };
  return LOOKED_FOR.some((key) => fields[key] !== undefined) ? pattern : undefined;
}

function sizeOf({ width, height, tolerance }: SelectorFields): ElementPattern["size"] {
  if (width === undefined && height === undefined) return null;
  return { widthPx: width ?? null, heightPx: height ?? null, tolerancePx: tolerance ?? 0 };
}

export const EMPTY_SELECTOR = "a selector is expected: text, id, index, below, …";

/** A selector: a text, or a map of fields. */
export const selector: z.ZodType<ElementPattern> = orText("text", selectorFields).transform((fields, context) => {
  const pattern = patternOf(fields);
  if (pattern) return pattern;
  context.addIssue({ code: "custom", message: EMPTY_SELECTOR });
  return z.NEVER;
});

/** A selector whose `point` is a place in the element. */
export const selectorWithPoint: z.ZodType<ElementPattern> = orText("text", selectorFields).transform(
  (fields, context) => {
    const pattern = patternOf(fields);
    const at = fields.point === undefined ? null : withinOf(fields.point);
    if (pattern && at !== undefined) return { ...pattern, at };
    context.addIssue({ code: "custom", message: pattern ? WRONG_PLACE : EMPTY_SELECTOR });
    return z.NEVER;
  },
);

export function elementOf(pattern: ElementPattern): ElementSelector {
  return { kind: "element", phrases: [], pattern };
}

export const WRONG_PLACE = "point: a place is expected: 50%,50% of the screen or 540,1200 in pixels";

/** `50%,50%` of the screen, or `540,1200` in pixels; undefined for anything else. */
export function writtenPlace(given: string): Target | undefined {
  const words = given.replace(/\s/g, "");
  if (/^\d{1,5},\d{1,5}$/.test(words)) return parseTarget(words);
  const at = shareOf(words);
  return at && parseTarget(`${at.x * 100}%,${at.y * 100}%`);
}

/** A place of a swipe: whole numbers only, as in Maestro. */
export function wholePlace(given: string): Target | undefined {
  return given.includes(".") ? undefined : writtenPlace(given);
}

/** A place in an element: `50%,50%` of it, or `10,20` in pixels from its corner; undefined for anything else. */
export function withinOf(given: string): PlaceWithin | undefined {
  const [, x, y] = /^\s*(\d{1,5})\s*,\s*(\d{1,5})\s*$/.exec(given) ?? [];
  if (x !== undefined && y !== undefined) return { x: Number(x), y: Number(y), unit: "px" };
  const share = shareOf(given);
  return share && { ...share, unit: "share" };
}

/** A place as shares of a width and a height, from 0 to 1; undefined for anything else. */
export function shareOf(given: string): { readonly x: number; readonly y: number } | undefined {
  const [, x, y] = /^\s*(\d{1,3}(?:\.\d+)?)\s*%\s*,\s*(\d{1,3}(?:\.\d+)?)\s*%\s*$/.exec(given) ?? [];
  const [left, top] = [Number(x), Number(y)];
  return left <= 100 && top <= 100 ? { x: left / 100, y: top / 100 } : undefined;
}
