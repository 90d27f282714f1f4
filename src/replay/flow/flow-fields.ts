import * as z from "zod";
import { type ElementPattern, SIDES, type WholePattern, wholePattern } from "../../screen/element-pattern.js";
import { parseTarget, type Target } from "../../screen/selector.js";
import type { ElementSelector } from "../../screen/selector-element.js";

/*
 * Fields of commands. YAML gives texts alone (see read-yaml.ts), so that numbers and words are told apart here.
 */

export const text = z.string();
export const name = z.string().min(1, "it is empty");
export const yesNo = z.enum(["true", "false"], "true or false is expected").transform((word) => word === "true");

/** A whole number. */
export function integer(least: number, most: number) {
  const says = `a whole number from ${least} to ${most} is expected`;
  return z
    .string()
    .regex(/^-?\d{1,9}$/, says)
    .transform(Number)
    .refine((value) => value >= least && value <= most, says);
}

/** A map in which every field may be left out, or the text that stands for one of its fields. */
export function orText<Shape extends z.ZodRawShape>(field: string, shape: Shape) {
  return z.preprocess(
    (value) => (typeof value === "string" ? { [field]: value } : value),
    z.strictObject(shape, "a text or a map is expected"),
  );
}

/** What every command may say of itself. */
export const aboutFields = { label: text.optional(), optional: yesNo.optional() };

const states = { enabled: yesNo, checked: yesNo, selected: yesNo, focused: yesNo };
const inner: z.ZodType<ElementPattern> = z.lazy(() => selector);

/** A regular expression, or the very words. */
const pattern = name.transform((given, context): WholePattern => {
  const read = wholePattern(given);
  if (typeof read !== "string") return read;
  context.addIssue({ code: "custom", message: read });
  return z.NEVER;
});

/** What an element is looked for by; at least one of them is needed. */
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
  containsDescendants: z.array(inner).min(1).optional(),
  childOf: inner.optional(),
};
type SelectorFields = z.output<z.ZodObject<typeof selectorFields>>;

/** The pattern of the fields; undefined where they ask for nothing. */
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
  };
  return Object.keys(selectorFields).some((key) => fields[key as keyof SelectorFields] !== undefined)
    ? pattern
    : undefined;
}

export const EMPTY_SELECTOR = "a selector is expected: text, id, index, below, …";

/** The pattern of the fields. Gives the schema's own complaint where they ask for nothing. */
export function neededPattern(fields: SelectorFields, context: z.RefinementCtx): ElementPattern {
  const pattern = patternOf(fields);
  if (pattern) return pattern;
  context.addIssue({ code: "custom", message: EMPTY_SELECTOR });
  return z.NEVER;
}

/** A selector by itself: a text, or a map of fields. */
export const selector: z.ZodType<ElementPattern> = orText("text", selectorFields).transform(neededPattern);

export function elementOf(pattern: ElementPattern): ElementSelector {
  return { kind: "element", phrases: [], pattern };
}

/** `50%,50%` of the screen, or `540,1200` in pixels. */
export const place = z.string().transform((given, context): Target => {
  const words = given.replace(/\s/g, "");
  if (/^\d{1,3}(?:\.\d+)?%,\d{1,3}(?:\.\d+)?%$/.test(words) || /^\d{1,5},\d{1,5}$/.test(words)) {
    const shares = words.endsWith("%") ? words.split(",").map((one) => Number(one.slice(0, -1))) : [];
    if (shares.every((share) => share <= 100)) return parseTarget(words);
  }
  context.addIssue({ code: "custom", message: "a place is expected: 50%,50% of the screen or 540,1200 in pixels" });
  return z.NEVER;
});
