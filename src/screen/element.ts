import * as z from "zod";
import { rectSchema } from "./facts.js";
import { visionNoteSchema } from "./vision-note.js";

/** What an element is to a user, derived from its class and flags; never a class name. */
export const ROLES = [
  "text",
  "button",
  "field",
  "checkbox",
  "switch",
  "radio",
  "slider",
  "progress",
  "dropdown",
  "tab",
  "row",
  "list",
  "pager",
  "scroll",
  "image",
  "web",
  "canvas",
  "group",
] as const;
export type Role = (typeof ROLES)[number];

const ref = z.string().regex(/^e[1-9]\d*$/);

/** What distinguishes a control from others with the same words. */
export const elementContextSchema = z
  .object({
    /** Words of its row or card, in one line with it, or right above it; of the selected tab above it. */
    near: z.array(z.string()).readonly(),
    /** The heading of its section: the last text above it that is not part of a row; null if there is none. */
    section: z.string().nullable(),
    /** The heading of its page; null if there is none, or if the heading scrolls with the page. */
    heading: z.string().nullable(),
    /** All texts of its dialog, the title first; empty if it is in no dialog. */
    dialog: z.array(z.string()).readonly(),
  })
  .readonly();
export type ElementContext = z.infer<typeof elementContextSchema>;

const NO_WORDS: readonly string[] = Object.freeze([]);
export const NO_CONTEXT: ElementContext = Object.freeze({
  near: NO_WORDS,
  section: null,
  heading: null,
  dialog: NO_WORDS,
});

/** The memory of an element that was never seen before. */
export const FIRST_SEEN = Object.freeze({ was: NO_WORDS, context: NO_CONTEXT, counting: false });

/**
 * One element of the screen that means something to a user, from any source. Labels of parts that cannot be acted on
 * are added to the element that contains them, so each visible label belongs to exactly one element.
 */
export const uiElementSchema = z
  .object({
    /**
     * The same over all observations of a screen as long as the element means the same: role, own words, state of a
     * toggle and context. Never used for another element or another meaning.
     */
    ref,
    /** The refs that the element had when it meant something else, oldest first; the last 16. */
    was: z.array(ref).readonly().default(NO_WORDS),
    /** Its node in `viewHierarchy.nodes`; null for elements that only pixels show. */
    node: z.number().int().min(0).nullable(),
    /** Ref of the element that contains it. */
    parent: ref.nullable(),
    /** Place of its window in `viewHierarchy.windows`. */
    window: z.number().int().min(0),
    role: z.enum(ROLES),
    /** Normalised labels in reading order: its own text and description, then those of parts in it. */
    labels: z.array(z.string()).readonly(),
    /**
     * The text entered into a field, or the position of a slider or progress ("7/15", "35%"); null for other elements,
     * or if the source does not report it.
     */
    value: z.string().nullable(),
    /** The error that the app reports for the entered text. */
    error: z.string().nullable(),
    className: z.string().nullable(),
    package: z.string().nullable(),
    resourceId: z.string().nullable(),
    bounds: rectSchema,
    /**
     * Fingerprint of its pixels, 64 hex digits (see fingerprint.ts): it distinguishes elements without words. Null if
     * it has words, if it has an id of its own and takes no touch, without a screenshot, or if the pixels show nothing.
     */
    fingerprint: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    /** The actions that touch or keyboard can perform on it. */
    actions: z.array(z.enum(["click", "longClick", "check", "edit", "scroll"])).readonly(),
    enabled: z.boolean().nullable(),
    checked: z.union([z.boolean(), z.literal("partial")]).nullable(),
    /**
     * Whether the menu or section that it opens is open; null if it opens none, or if the source does not report it.
     */
    expanded: z.boolean().nullable(),
    selected: z.boolean().nullable(),
    focused: z.boolean().nullable(),
    password: z.boolean().nullable(),
    scrollable: z.boolean().nullable(),
    /** For elements that take touches: the words that distinguish it from others with the same label. */
    context: elementContextSchema.default(NO_CONTEXT),
    /** Whether it was seen counting: only figures in its words changed, so the figures are not part of its meaning. */
    counting: z.boolean().default(false),
    /** Part of the status or navigation bar or of the keyboard: left out of the outline unless asked for. */
    systemBar: z.boolean(),
    sources: z.array(z.enum(["hierarchy", "webview", "vision", "ocr"])).readonly(),
    /** 0–1 for elements that a detector found; null if the hierarchy reports the element. */
    confidence: z.number().min(0).max(1).nullable(),
    /** What detectors found at it; absent if no detector ran. */
    vision: visionNoteSchema.optional(),
  })
  .readonly();
export type UiElement = z.infer<typeof uiElementSchema>;

/** The fields that an element keeps from earlier observations: its ref, and the facts that identify it. */
type Remembered = "ref" | "was" | "context" | "counting";

/** An element before it has a ref; `parent` is the place of its parent in the list of drafts. */
export type ElementDraft = Omit<UiElement, Remembered | "parent"> & { readonly parent: number | null };

/**
 * The element with this ref, now or earlier. Use it only to read: an earlier ref may have meant something else, so it
 * is not a target.
 */
export function findByRef(elements: readonly UiElement[], ref: string): UiElement | undefined {
  return elements.find((one) => one.ref === ref) ?? elements.find((one) => one.was.includes(ref));
}

/** Whether both are the same element, on one screen or on two, even if its meaning changed. */
export function isSameElement(one: Pick<UiElement, "ref" | "was">, other: Pick<UiElement, "ref" | "was">): boolean {
  return one.ref === other.ref || one.was.includes(other.ref) || other.was.includes(one.ref);
}

/** True for elements that can be tapped, checked, edited or scrolled. */
export function isActionable(element: Pick<UiElement, "actions">): boolean {
  return element.actions.length > 0;
}

/** True for elements that take a touch themselves, and do not pass it on to elements below or around them. */
export function isTouchTarget({ actions }: Pick<UiElement, "actions">): boolean {
  return actions.some((action) => action !== "scroll");
}

/** True for elements that only detectors found in the screenshot, and neither the hierarchy nor a page's DOM lists. */
export function isSeenOnly({ sources }: Pick<UiElement, "sources">): boolean {
  return !sources.includes("hierarchy") && !sources.includes("webview");
}
