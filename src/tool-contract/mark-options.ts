import * as z from "zod";
import { FoveaError } from "../base/errors.js";
import { isEmpty, type Rect, rectOf } from "../base/geometry.js";
import { parseElementOrQuery } from "../screen/plain-language.js";
import type { ElementSelector } from "../screen/selector-element.js";

/** The arguments for marks on a picture: the same in all tools that give a picture. */
export const markFields = {
  marks: z.boolean().optional().describe("Refs on a screenshot").meta({ help: "Screenshot with the refs drawn on it" }),
  only: z
    .array(z.string().min(1).max(500))
    .max(60)
    .optional()
    .describe("e.g. e5, button")
    .meta({ help: "Mark only these refs, roles, phrases, e.g. e5, button" }),
  zoom: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("e.g. e40 or 0,90,540,750")
    .meta({ help: "Enlarge, e.g. e40 or 0,900,1080,1500" }),
  previous: z
    .string()
    .regex(/^e[1-9]\d*$/)
    .optional()
    .describe("In red, e.g. e12")
    .meta({ help: "Ref to outline in red, e.g. e12" }),
};

export interface MarkArguments {
  readonly marks?: boolean | undefined;
  readonly only?: readonly string[] | undefined;
  readonly zoom?: string | undefined;
  readonly previous?: string | undefined;
}

/** A part of the screen: a rectangle in device pixels, or elements. */
export type PartPreference =
  | { readonly kind: "region"; readonly rect: Rect }
  | { readonly kind: "elements"; readonly text: string; readonly selectors: readonly ElementSelector[] };

/** What to draw on a picture. */
export interface MarkOptions {
  readonly marks: boolean;
  /** The parts to mark; null marks everything that can be acted on. */
  readonly only: readonly PartPreference[] | null;
  readonly zoom: PartPreference | null;
  /** A ref; null for the element that was touched last. */
  readonly previous: string | null;
}

/** Reads the arguments; null if they request no marks. Errors: SELECTOR_SYNTAX, INVALID_ARGUMENT. */
export function markOptions({ marks, only, zoom, previous }: MarkArguments): MarkOptions | null {
  if (marks !== true && !only && zoom === undefined && previous === undefined) return null;
  if (marks === false && only) throw new FoveaError("INVALID_ARGUMENT", "`only` needs `marks`, which is false");
  return {
    marks: marks === true || only !== undefined,
    only: only?.map(partOf) ?? null,
    zoom: zoom === undefined ? null : partOf(zoom),
    previous: previous ?? null,
  };
}

/** Whether the elements are needed besides the picture. */
export function needsElements({ marks, zoom, previous }: MarkOptions): boolean {
  return marks || previous !== null || zoom?.kind === "elements";
}

/** The selectors of the options, to find out which facts are needed to resolve them. */
export function selectorsOf({ only, zoom }: MarkOptions): readonly ElementSelector[] {
  return [...(only ?? []), ...(zoom ? [zoom] : [])].flatMap((part) => (part.kind === "elements" ? part.selectors : []));
}

const REFS = /^e\d+(?:[\s,]+e\d+)+$/;

function partOf(text: string): PartPreference {
  const numbers = /^\s*(\d{1,6})\s*,\s*(\d{1,6})\s*,\s*(\d{1,6})\s*,\s*(\d{1,6})\s*$/.exec(text)?.slice(1).map(Number);
  if (numbers) {
    const [left = 0, top = 0, right = 0, bottom = 0] = numbers;
    const rect = rectOf(left, top, right, bottom);
    if (!isEmpty(rect)) return { kind: "region", rect };
    throw new FoveaError(
      "INVALID_ARGUMENT",
      `the region ${text} is empty: it is left,top,right,bottom in device pixels`,
    );
  }
  const words = REFS.test(text.trim()) ? text.trim().split(/[\s,]+/) : [text];
  return { kind: "elements", text, selectors: words.map(parseElementOrQuery) };
}
