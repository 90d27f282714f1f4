import * as z from "zod";
import { FoveaError } from "../base/errors.js";
import { type GraphRun, OUTCOMES, type RunStep } from "../graph/build/graph-run.js";
import { actionSchema } from "../graph/graph.js";
import { maskWords, termsOf } from "../graph/screen/mask-words.js";
import { type Part, SCREEN_KINDS, type ScreenFacts } from "../graph/screen/screen-facts.js";

/** The version of a run's lines; readers refuse a greater one. */
export const RUN_FORMAT = 2;

/** The origin of a run: a trace of this user, or a memory of another user. */
export const ORIGINS = ["trace", "imported"] as const;
export type Origin = (typeof ORIGINS)[number];

export interface KeptRun extends GraphRun {
  readonly origin: Origin;
}

const headSchema = z.object({
  fovea_memory: z.int().min(1),
  id: z.string().min(1).max(500),
  at: z.number(),
  origin: z.enum(ORIGINS),
});

const place = z.int().min(0);
const placeOrNone = place.nullable();
/** A part without its name, label and terms, which are computed from its position and words. */
const partSchema = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.array(z.string()),
  z.tuple([z.number(), z.number(), z.number(), z.number()]),
  place,
  place,
  placeOrNone,
  placeOrNone,
  /** Bits: scrolls, is selected, is a field, is listed. */
  z.int().min(0).max(15),
]);

const screenSchema = z.object({
  app: z.string(),
  activity: z.string(),
  kind: z.enum(SCREEN_KINDS),
  title: z.string(),
  isTitled: z.boolean(),
  tabs: z.array(z.string()),
  parts: z.array(partSchema),
});

/** Replaces a screen that is the same as in the line before. */
const SAME = "same";

const stepSchema = z.object({
  at: z.number(),
  screen: z.union([screenSchema, z.literal(SAME)]),
  taken: z.object({
    action: actionSchema,
    target: z.string().nullable(),
    outcome: z.enum(OUTCOMES),
    durationMs: z.number().nullable(),
    sensitive: z.string().nullable(),
  }),
});

/** A run as lines of JSON: its head, then one line for each step. */
export function printRun(run: KeptRun): string {
  return [printHead(run), ...run.steps.map((step, place) => printRunStep(step, run.steps[place - 1] ?? null))].join("");
}

/** The first line of a run. */
export function printHead({ id, at, origin }: Omit<KeptRun, "steps">): string {
  const head = { fovea_memory: RUN_FORMAT, id, at, origin } satisfies z.infer<typeof headSchema>;
  return `${JSON.stringify(head)}\n`;
}

/** The line of a step; `before`: the step of the line before, null for the first. */
export function printRunStep({ at, screen, taken }: RunStep, before: RunStep | null): string {
  const target = screen.parts.findIndex(({ name }) => name === taken.target);
  const line = {
    at,
    screen: before?.screen === screen ? SAME : screenOf(screen),
    taken: { ...taken, target: target < 0 ? null : nameOf(target) },
  } satisfies z.infer<typeof stepSchema>;
  return `${JSON.stringify(line)}\n`;
}

function screenOf({ app, activity, kind, title, isTitled, tabs, parts }: ScreenFacts): z.infer<typeof screenSchema> {
  return { app, activity, kind, title, isTitled, tabs: [...tabs], parts: parts.map(partOf) };
}

function partOf(part: Part): z.infer<typeof partSchema> {
  const { role, idTail, words, state, actions, row, column, parent, scroller } = part;
  const { left, top, right, bottom } = part.bounds;
  const flags = [part.scrolls, part.isSelected, part.isField, part.isListed];
  const bits = flags.reduce((sum, flag, bit) => sum + (flag ? 1 << bit : 0), 0);
  return [role, idTail, words, state, [...actions], [left, top, right, bottom], row, column, parent, scroller, bits];
}

function nameOf(at: number): string {
  return `e${at + 1}`;
}

/** Runs that were read from lines of JSON. */
export interface ReadRuns {
  readonly runs: readonly KeptRun[];
  /** The number of lines that could not be read; a run ends before its first such line. */
  readonly damaged: number;
}

/**
 * Reads the lines of {@link printRun}, also of several runs in a row. An unfinished last line is left out. Errors:
 * MEMORY_NEWER for lines of a newer version. `from` names the source in messages.
 */
export function readRunLines(text: string, from: string): ReadRuns {
  const lines = text.split("\n").slice(0, -1);
  const runs: (Omit<KeptRun, "steps"> & { readonly steps: RunStep[] })[] = [];
  let damaged = 0;
  let isBroken = true;
  for (const line of lines) {
    const json = parsed(line);
    const head = headSchema.safeParse(json);
    if (head.success) {
      const { fovea_memory: format, id, at, origin } = head.data;
      if (format > RUN_FORMAT) throw newer(from, format);
      runs.push({ id, at, origin, steps: [] });
      isBroken = false;
      continue;
    }
    const steps = runs.at(-1)?.steps ?? [];
    const step = runStep(json, steps.at(-1) ?? null);
    if (!step) damaged += 1;
    isBroken ||= !step;
    if (step && !isBroken) steps.push(step);
  }
  return { runs, damaged };
}

function newer(from: string, format: number): FoveaError {
  return new FoveaError("MEMORY_NEWER", `${from} has format ${format}, and this Fovea reads up to ${RUN_FORMAT}`);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // a damaged line, which is counted
  }
}

/** Reads a step; null if this is not possible. */
function runStep(json: unknown, before: RunStep | null): RunStep | null {
  const step = stepSchema.safeParse(json);
  if (!step.success) return null;
  const { at, screen, taken } = step.data;
  if (screen === SAME) return before && { at, screen: before.screen, taken };
  const { parts, ...rest } = screen;
  return { at, screen: { ...rest, parts: parts.map(partFrom) }, taken };
}

function partFrom(part: z.infer<typeof partSchema>, at: number): Part {
  const [role, idTail, words, state, actions, [left, top, right, bottom], row, column, parent, scroller, bits] = part;
  return {
    name: nameOf(at),
    role,
    idTail,
    words,
    label: maskWords(words),
    terms: termsOf(words),
    state,
    row,
    column,
    actions,
    bounds: { left, top, right, bottom },
    parent,
    scroller,
    scrolls: (bits & 1) !== 0,
    isSelected: (bits & 2) !== 0,
    isField: (bits & 4) !== 0,
    isListed: (bits & 8) !== 0,
  };
}

/** The words for lines that could not be read. */
export function damagedWords(count: number): string {
  return `${count} line${count === 1 ? "" : "s"} of its runs ${count === 1 ? "is" : "are"} damaged and left out`;
}
