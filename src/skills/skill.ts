import * as z from "zod";
import { SEVERITIES } from "../guard/decision.js";
import { storedSelectorSchema } from "../screen/stored-selector.js";

/** What a slot takes. A list is what a loop goes through; a secret is never written down. */
export const SLOT_KINDS = ["text", "number", "date", "choice", "secret", "list"] as const;

const line = z.string().max(2_000);
const slotName = z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/);

/** What is different from run to run. */
export const slotSchema = z
  .strictObject({
    name: slotName,
    kind: z.enum(SLOT_KINDS),
    /** What it is for: the label of the field, or of what was chosen. */
    about: line,
    /** The value of the first run; null for secrets. A list has one value for each round. */
    default: z.union([line, z.array(line).max(500).readonly()]).nullable(),
    /** Values of the runs, each once; none for secrets. */
    seen: z.array(line).max(20).readonly(),
  })
  .readonly();
export type Slot = z.infer<typeof slotSchema>;

/** Something that is on the screen. Words may hold slots, `${NAME}`. */
export const factSchema = z
  .strictObject({
    id: line.optional(),
    text: line.optional(),
    /** It is there no longer; it is there, if absent. */
    gone: z.literal(true).optional(),
    /** It was there before an earlier step, too, and comes back: of all such facts one has to hold. */
    back: z.literal(true).optional(),
  })
  .readonly();
export type Fact = z.infer<typeof factSchema>;

const front = z.strictObject({ package: line.nullable(), activity: line.nullable() }).readonly();
export type SkillFront = z.infer<typeof front>;

/** Where a step acts, and all that is known of that element. */
const targetSchema = z
  .strictObject({
    /** The argument of the tool that it stands for. */
    place: z.enum(["target", "from", "to"]),
    /** The slot that its words are; absent if it is the same element in all runs. */
    slot: slotName.optional(),
    /** Whether the slot is what it says itself, or what the row says that it is in. */
    by: z.enum(["labels", "around"]).optional(),
    /** The surest first; each of another run. */
    selectors: z.array(storedSelectorSchema).min(1).max(8).readonly(),
    /** Whether it was checked before the step, in all runs; absent if it cannot be, or differed. */
    checked: z.boolean().optional(),
    /** What the field said in all runs while it had no value. */
    hints: z.array(line).min(1).max(6).readonly().optional(),
    /** It was a field without a value in all runs. */
    empty: z.literal(true).optional(),
  })
  .readonly();
export type SkillTarget = z.infer<typeof targetSchema>;

export const stepSchema = z
  .strictObject({
    /** In the past tense, as in the first run. */
    did: line,
    tool: line,
    /** Without what targets say; texts may hold slots. */
    args: z.record(z.string(), z.unknown()).readonly(),
    targets: z.array(targetSchema).max(2).readonly(),
    /** What is in front before and after it. */
    before: front,
    after: front,
    /**
     * What stood on the screen before it in all runs, data apart: where most of it is missing, it has other names.
     */
    screen: z
      .strictObject({ texts: z.array(line).max(12).readonly(), ids: z.array(line).max(12).readonly() })
      .readonly(),
    /** What is different after it, in all runs. */
    proof: z.array(factSchema).max(60).readonly(),
    /** For the back key: whether in all runs a keyboard was shown, which Back hides first; absent for other steps. */
    keyboard: z.boolean().optional(),
    /** Verdicts of the runs, each once. */
    verdicts: z.array(line).max(8).readonly(),
    /** The most serious thing that the guard found in any run. */
    guard: z
      .strictObject({ class: line, severity: z.enum(SEVERITIES) })
      .readonly()
      .optional(),
    /** Only where these are on the screen; always, if absent. */
    when: z.array(factSchema).min(1).max(10).readonly().optional(),
    /** How many runs had it. */
    runs: z.int().min(1),
    /** The longest that its screen took to come, in ms. */
    ms: z.number().min(0).optional(),
  })
  .readonly();
export type SkillStep = z.infer<typeof stepSchema>;

const loopSchema = z
  .strictObject({
    /** The slot of what it goes through, one round for each; each round's own is `ITEM` of it. */
    each: slotName,
    item: slotName,
    steps: z.array(stepSchema).min(1).max(50).readonly(),
  })
  .readonly();
export type SkillLoop = z.infer<typeof loopSchema>;

/** How many of the latest traces are recognised. */
export const MOST_SOURCES = 200;

/** A task that several runs showed. */
export const skillSchema = z
  .strictObject({
    version: z.literal(1),
    /** How many runs it was learnt from. */
    runs: z.int().min(1),
    slots: z.array(slotSchema).max(60).readonly(),
    steps: z
      .array(z.union([stepSchema, loopSchema]))
      .min(1)
      .max(500)
      .readonly(),
    /** Steps of some runs that are no part of it, and why. */
    left_out: z.array(line).max(200).readonly(),
    /** By which its traces are recognised, so that none counts twice; of a skill that was learnt before, unknown. */
    sources: z
      .array(z.string().regex(/^[0-9a-f]{16}$/))
      .max(MOST_SOURCES)
      .readonly()
      .optional(),
  })
  .readonly();
export type SkillBody = z.infer<typeof skillSchema>;

/** With what the flow says of itself. */
export interface Skill extends SkillBody {
  readonly name: string;
  /** Package of the app that it begins in. */
  readonly app: string;
}

export function isLoop(item: SkillStep | SkillLoop): item is SkillLoop {
  return "each" in item;
}

/** All steps, in the order in which they are written. */
export function stepsOf({ steps }: Pick<Skill, "steps">): readonly SkillStep[] {
  return steps.flatMap((item) => (isLoop(item) ? item.steps : [item]));
}
