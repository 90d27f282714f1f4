import * as z from "zod";
import { cutName, issueWords } from "../base/zod-words.js";

/*
 * The declarative form of an action: `{ type, target: { text | id | bbox }, delay }`, for clients that write actions as
 * data. `docs/action.schema.json` is made from it.
 */

/** The longest pause before a step, in ms. */
export const MOST_DELAY_MS = 10_000;

const DIRECTIONS = ["up", "down", "left", "right"] as const;
const pixel = z.int().min(0).max(100_000);
const words = z.string().min(1).max(1_000);

const byText = z.strictObject({ text: words.describe("The whole label") });
const byId = z.strictObject({ id: words.describe("Resource id or test tag, with or without its package") });
const byBox = z.strictObject({
  bbox: z
    .tuple([pixel, pixel, pixel, pixel])
    .refine(([left, top, right, bottom]) => right > left && bottom > top, "the box holds no pixel")
    .describe("left, top, right, bottom in pixels"),
});

const targetSchema = z
  .union([byText, byId, byBox])
  .describe("The target: exactly one of text, id and bbox; the middle of it is touched");

const overSchema = z
  .union([byText, byId, byBox])
  .describe("What the finger moves over: exactly one of text, id and bbox; the whole screen if absent");

/** An empty text is only allowed to empty a field, or to press Enter. */
const TYPES_SOMETHING = {
  anyOf: [
    { properties: { text: { minLength: 1 } } },
    { properties: { clear: { const: true } }, required: ["clear"] },
    { properties: { submit: { const: true } }, required: ["submit"] },
  ],
};

const named = z.union([byText, byId]);

const delay = z.int().min(0).max(MOST_DELAY_MS).optional().describe("Milliseconds to wait before the action");

const actionSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.enum(["tap", "double_tap", "long_press"]), target: targetSchema, delay }),
  z
    .strictObject({
      type: z.literal("type"),
      text: z.string().max(10_000),
      target: targetSchema.optional(),
      clear: z.boolean().optional().describe("Empty the field first"),
      submit: z.boolean().optional().describe("Press Enter at the end"),
      delay,
    })
    .refine(({ text, clear, submit }) => text !== "" || clear === true || submit === true, {
      path: ["text"],
      message: "there is nothing to type",
    })
    .meta(TYPES_SOMETHING),
  z.strictObject({
    type: z.literal("swipe"),
    direction: z.enum(DIRECTIONS).describe("Where the finger moves"),
    target: overSchema.optional(),
    delay,
  }),
  z.strictObject({ type: z.literal("scroll_to"), target: named.describe("What has to be on the screen"), delay }),
  z.strictObject({ type: z.literal("press"), key: words.describe("back, home, enter or a KEYCODE_ name"), delay }),
  z.strictObject({ type: z.literal("open_app"), package: words.describe("Package id or name"), delay }),
  z.strictObject({ type: z.literal("wait"), target: named.describe("What has to be there"), delay }),
]);

const TYPES = actionSchema.options.flatMap(({ shape }) =>
  "options" in shape.type ? shape.type.options : [...shape.type.values],
);

type DeclarativeAction = z.output<typeof actionSchema>;

/** The JSON Schema of an action in the declarative form. */
export function actionJsonSchema(): object {
  return {
    title: "An action of Fovea in the declarative form, as in steps of batch",
    ...z.toJSONSchema(actionSchema, { io: "input" }),
  };
}

/** The step of `batch` for a declarative action, or the mistake in the action. */
export type ReadAction =
  | { readonly step: Readonly<Record<string, unknown>> & { readonly tool: string } }
  | { readonly problem: string };

/** Whether a step has the declarative form; a step in the other form names a tool. */
export function isDeclarative(step: Readonly<Record<string, unknown>>): boolean {
  return "type" in step && !("tool" in step);
}

/** Converts an action to a step: the tool, its arguments and `delay_ms`. */
export function readAction(given: unknown): ReadAction {
  const { data, error } = actionSchema.safeParse(given, { error: issueWords });
  if (!data) return { problem: wordsOf(error, given) };
  const { delay: delayMs } = data;
  return { step: { ...stepOf(data), ...(delayMs === undefined ? {} : { delay_ms: delayMs }) } };
}

const MOST_PROBLEMS = 3;

/** Actions that need an element, so a box cannot be their target. */
const ONLY_NAMED: ReadonlySet<unknown> = new Set(["scroll_to", "wait"]);

function wordsOf({ issues }: z.ZodError, given: unknown): string {
  const { type } = z.looseObject({}).safeParse(given).data ?? {};
  const boxes = ONLY_NAMED.has(type) ? "{text} and {id}" : "{text}, {id} and {bbox: [left, top, right, bottom]}";
  const problems = issues.slice(0, MOST_PROBLEMS).map(({ path, message, ...issue }) => {
    const [field] = path;
    if (field === "type") return `type is one of ${TYPES.join(", ")}`;
    if (field === "target") return `target has to be one of ${boxes}`;
    if (issue.code === "unrecognized_keys")
      return `there is no ${issue.keys.slice(0, MOST_PROBLEMS).map(cutName).join(", ")}`;
    return `${String(field ?? "the action")}: ${message}`;
  });
  return [...new Set(problems)].join("; ");
}

function stepOf(action: DeclarativeAction): Readonly<Record<string, unknown>> & { readonly tool: string } {
  switch (action.type) {
    case "tap":
      return { tool: "tap", target: selectorOf(action.target) };
    case "double_tap":
      return { tool: "tap", target: selectorOf(action.target), count: 2 };
    case "long_press":
      return { tool: "tap", target: selectorOf(action.target), hold_ms: LONG_PRESS_MS };
    case "type": {
      const { type: _, delay: __, target, ...rest } = action;
      return { tool: "type_text", ...rest, ...optional(target) };
    }
    case "swipe":
      return { tool: "swipe", ...swipeOf(action) };
    case "scroll_to":
      return { tool: "scroll_to", target: selectorOf(action.target) };
    case "press":
      return { tool: "press_key", key: action.key };
    case "open_app":
      return { tool: "open_app", package: action.package };
    case "wait":
      return { tool: "wait_for", condition: selectorOf(action.target) };
  }
}

interface DeclarativeSwipe {
  readonly direction: (typeof DIRECTIONS)[number];
  readonly target?: DeclarativeTarget | undefined;
}

/** A swipe over an element, or in a box, without the outer fifth at each end. */
function swipeOf({ direction, target }: DeclarativeSwipe): Readonly<Record<string, unknown>> {
  if (target === undefined || !("bbox" in target)) return { direction, ...optional(target) };
  const [left, top, right, bottom] = target.bbox;
  const x = (share: number) => Math.floor(left + (right - left) * share);
  const y = (share: number) => Math.floor(top + (bottom - top) * share);
  const [from, to] = direction === "up" || direction === "left" ? [LATE, EARLY] : [EARLY, LATE];
  return direction === "up" || direction === "down"
    ? { from: `${x(MIDDLE)},${y(from)}`, to: `${x(MIDDLE)},${y(to)}` }
    : { from: `${x(from)},${y(MIDDLE)}`, to: `${x(to)},${y(MIDDLE)}` };
}

const [EARLY, MIDDLE, LATE] = [0.2, 0.5, 0.8];

/** Longer than Android's own limit of 400 ms (ViewConfiguration.DEFAULT_LONG_PRESS_TIMEOUT; 500 before Android 10). */
const LONG_PRESS_MS = 800;

type DeclarativeTarget = z.output<typeof targetSchema>;

function optional(target: DeclarativeTarget | undefined): { readonly target?: string } {
  return target === undefined ? {} : { target: selectorOf(target) };
}

/** The target in the grammar of selectors. */
function selectorOf(target: DeclarativeTarget): string {
  if ("text" in target) return quoted(target.text);
  if ("bbox" in target) {
    const [left, top, right, bottom] = target.bbox;
    return `[${left},${top}][${right},${bottom}]`;
  }
  return /^[\w.]+:id\/[\w.]+$/.test(target.id) ? target.id : `id/${quoted(target.id.replace(/^id\//, ""))}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
