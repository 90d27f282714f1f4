import { FoveaError } from "../base/errors.js";
import { unknownNames } from "../observe/assemble/unknown-facts.js";
import { parseAccessibility } from "../observe/parse/accessibility.js";
import { parseActivities } from "../observe/parse/activities.js";
import { parseDisplay } from "../observe/parse/display.js";
import { parseGfxinfo } from "../observe/parse/gfxinfo.js";
import { parseHierarchy } from "../observe/parse/hierarchy.js";
import { parseInput } from "../observe/parse/input.js";
import { parseInputMethod } from "../observe/parse/input-method.js";
import { parsePower } from "../observe/parse/power.js";
import { parseScreencap, toRgba } from "../observe/parse/screencap.js";
import { decodeText } from "../observe/parse/text.js";
import { withKeyguard } from "../observe/parse/window/focus.js";
import { parseWindow } from "../observe/parse/window/window-facts.js";
import { parseDensity, parseSize } from "../observe/parse/wm.js";
import { detectIntentChooser } from "../screen/chooser.js";
import type { UiElement } from "../screen/element.js";
import { elementsOf } from "../screen/elements.js";
import { activeWindowSchema, type FactError, keyguardSchema } from "../screen/facts.js";
import { isBlack } from "../screen/frame.js";
import { assignRefs } from "../screen/identity.js";
import type { Observation } from "../screen/observation.js";
import { decodePng, sha256Of } from "../vision/image.js";

export const KINDS = [
  "window",
  "policy",
  "gfxinfo",
  "hierarchy",
  "screencap",
  "size",
  "density",
  "power",
  "display",
  "input",
  "input-method",
  "accessibility",
  "activities",
] as const;
export type Kind = (typeof KINDS)[number];

/** Facts by the observation's field names, and further facts of one kind of dump. */
export type ParsedFacts = Partial<Observation> & Readonly<Record<string, unknown>>;

/** Facts about the device that the text does not contain. */
export interface ParseHints {
  /** For gfxinfo: the app whose figures come first. */
  readonly packageName?: string | undefined;
  readonly apiLevel?: number | undefined;
}

type Parser = (bytes: Uint8Array, hints: ParseHints) => object | undefined | Promise<object | undefined>;

const asText =
  (parser: (text: string, hints: ParseHints) => object | undefined): Parser =>
  (bytes, hints) =>
    parser(decodeText(bytes), hints);

const PARSERS: Readonly<Record<Kind, Parser>> = {
  window: asText((text, { apiLevel }) => parseWindow(text, null, apiLevel ?? null)),
  policy: asText((text, { apiLevel }) => parseWindow(text, null, apiLevel ?? null)),
  gfxinfo: asText((text, { packageName }) => parseGfxinfo(text, packageName)),
  hierarchy: asText(readHierarchy),
  screencap: readScreencap,
  size: asText(parseSize),
  density: asText(parseDensity),
  power: asText(parsePower),
  display: asText(parseDisplay),
  input: asText(parseInput),
  "input-method": asText(parseInputMethod),
  accessibility: asText(parseAccessibility),
  activities: asText(parseActivities),
};

/**
 * The facts that all kinds find in the same text; if two kinds find the same fact, the first kind in the list is used.
 * Errors: NOT_THIS_FORMAT if no kind finds anything, and those of the parsers.
 */
export async function parseKinds(
  kinds: readonly Kind[],
  bytes: Uint8Array,
  hints: ParseHints = {},
): Promise<ParsedFacts> {
  const found: object[] = [];
  const errors: FactError[] = [];
  for (const kind of kinds) {
    const facts = await PARSERS[kind](bytes, hints);
    if (facts) found.push(facts);
    else
      errors.push({
        probe: kind,
        code: "NOT_THIS_FORMAT",
        message: `this input has no part of a ${kind} dump`,
      });
  }
  if (found.length === 0) throw new FoveaError("NOT_THIS_FORMAT", errors.map((error) => error.message).join("; "));
  const merged = distinguished(
    found.reduce<Record<string, unknown>>((all, facts) => mergeFacts(all, { ...facts }), {}),
  );
  const all = [...(Array.isArray(merged["errors"]) ? merged["errors"] : []), ...errors, ...gaps(merged)];
  return {
    ...merged,
    error: all.length > 0 ? all.map((error) => `${error.code}: ${error.message}`).join("; ") : null,
    errors: all,
  };
}

/** Fills nulls of the first from the second, field by field. */
function mergeFacts(first: Record<string, unknown>, second: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const known = merged[key];
    if (known === undefined || known === null) merged[key] = value;
    else if (!INDIVISIBLE.has(key) && isPlain(known) && isPlain(value)) merged[key] = mergeFacts(known, value);
  }
  return merged;
}

/**
 * The lock screen's window has no activity, and must not get one from another kind, which reports the app behind it.
 */
const INDIVISIBLE: ReadonlySet<string> = new Set(["errors", "activeWindow"]);

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The keyguard from one kind decides whether the focused window of another kind is the shade or the lock screen. */
function distinguished(facts: Record<string, unknown>): Record<string, unknown> {
  const active = activeWindowSchema.safeParse(facts["activeWindow"]).data;
  const keyguard = keyguardSchema.safeParse(facts["keyguard"]).data;
  return active && keyguard ? { ...facts, activeWindow: withKeyguard(active, keyguard) } : facts;
}

function gaps(facts: Readonly<Record<string, unknown>>): readonly FactError[] {
  const missing = unknownNames(facts);
  if (missing.length === 0) return [];
  return [{ probe: "parse", code: "FACT_UNKNOWN", message: `not in this text: ${missing.join(", ")}` }];
}

function readHierarchy(text: string, { apiLevel }: ParseHints): object | undefined {
  const viewHierarchy = parseHierarchy(text, apiLevel ?? null);
  if (!viewHierarchy) return undefined;
  let refs = 0;
  const drafts = elementsOf(viewHierarchy, null);
  const elements = numberedAsShown(
    assignRefs(drafts, viewHierarchy, null, () => {
      refs += 1;
      return `e${refs}`;
    }),
  );
  return {
    rotation: viewHierarchy.rotation,
    viewHierarchy,
    elements,
    focusedElement: elements.find((element) => element.focused === true) ?? null,
    intentChooserDetected: detectIntentChooser(null, viewHierarchy),
  };
}

/**
 * Numbers the refs as the outline shows them: it omits the system bars and begins with e1, so elements of the bars get
 * the last numbers.
 */
function numberedAsShown(elements: readonly UiElement[]): readonly UiElement[] {
  const inOrder = [...elements.filter((one) => !one.systemBar), ...elements.filter((one) => one.systemBar)];
  const refs = new Map(inOrder.map((element, place) => [element.ref, `e${place + 1}`]));
  const renamed = (ref: string) => refs.get(ref) ?? ref;
  return elements.map((element) => ({
    ...element,
    ref: renamed(element.ref),
    parent: element.parent === null ? null : renamed(element.parent),
  }));
}

async function readScreencap(bytes: Uint8Array): Promise<object | undefined> {
  const image = parseScreencap(bytes);
  if (!image) return undefined;
  const { width, height } = image;
  const rgba = image.kind === "raw" ? toRgba(image) : (await decodePng(image.bytes)).rgba;
  const format = image.kind === "raw" ? "rgba" : "png";
  return { screenshot: { sha256: sha256Of(rgba), width, height, format, black: isBlack({ width, height, rgba }) } };
}
