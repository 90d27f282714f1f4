import * as z from "zod";
import { SEVERITIES } from "../guard/decision.js";
import { storedSelectorSchema } from "../screen/stored-selector.js";

/** The kinds of slots. A list has the values of a loop; a secret is never stored. */
export const SLOT_KINDS = ["text", "number", "date", "choice", "secret", "list"] as const;

const line = z.string().max(2_000);
const slotName = z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/);

/** A value that differs from run to run. */
export const slotSchema = z
  .strictObject({
    name: slotName,
    kind: z.enum(SLOT_KINDS),
    /** The purpose: the label of the field, or of the chosen element. */
    about: line,
    /** The value of the first run; null for a secret. For a list, the values of all rounds. */
    default: z.union([line, z.array(line).max(500).readonly()]).nullable(),
    /** Values of the runs without repetitions; empty for a secret. */
    seen: z.array(line).max(20).readonly(),
  })
  .readonly();
export type Slot = z.infer<typeof slotSchema>;

/** A fact about the screen. Texts may contain slots, `${NAME}`. */
export const factSchema = z
  .strictObject({
    id: line.optional(),
    text: line.optional(),
    /** The screen does not have it; if absent, the screen has it. */
    gone: z.literal(true).optional(),
    /**
     * It was on the screen before an earlier step, too, and comes back: at least one of all such facts has to be true.
     */
    back: z.literal(true).optional(),
  })
  .readonly();
export type Fact = z.infer<typeof factSchema>;

const front = z.strictObject({ package: line.nullable(), activity: line.nullable() }).readonly();
export type SkillFront = z.infer<typeof front>;

/** A target of a step, with all facts about the element. */
const targetSchema = z
  .strictObject({
    /** The argument of the tool. */
    place: z.enum(["target", "from", "to"]),
    /** The slot with its words; absent if it is the same element in all runs. */
    slot: slotName.optional(),
    /** Whether the slot has the element's own words, or the words of its row. */
    by: z.enum(["labels", "around"]).optional(),
    /** The most certain first; each from another run. */
    selectors: z.array(storedSelectorSchema).min(1).max(8).readonly(),
    /** Whether it was checked before the step in all runs; absent if it cannot be checked, or if the runs differed. */
    checked: z.boolean().optional(),
    /** The texts that the field showed in the runs while it had no value. */
    hints: z.array(line).min(1).max(6).readonly().optional(),
    /** Whether it was a field without a value in all runs. */
    empty: z.literal(true).optional(),
  })
  .readonly();
export type SkillTarget = z.infer<typeof targetSchema>;

export const stepSchema = z
  .strictObject({
    /** The action in the past tense, as in the first run. */
    did: line,
    tool: line,
    /** The arguments except the targets; texts may contain slots. */
    args: z.record(z.string(), z.unknown()).readonly(),
    targets: z.array(targetSchema).max(2).readonly(),
    /** The app in front before and after the step. */
    before: front,
    after: front,
    /**
     * The words and ids on the screen before the step in all runs, without data. If most of the words or ids are
     * missing, the app has other ones now, and they are not compared.
     */
    screen: z
      .strictObject({ texts: z.array(line).max(12).readonly(), ids: z.array(line).max(12).readonly() })
      .readonly(),
    /** The changes after the step in all runs. */
    proof: z.array(factSchema).max(60).readonly(),
    /** For the back key: whether a keyboard was shown in all runs, which Back hides first; absent for other steps. */
    keyboard: z.boolean().optional(),
    /** The verdicts of the runs, without repetitions. */
    verdicts: z.array(line).max(8).readonly(),
    /** The most serious finding of the guard in any run. */
    guard: z
      .strictObject({ class: line, severity: z.enum(SEVERITIES) })
      .readonly()
      .optional(),
    /** Perform the step only if these facts are true of the screen; always if absent. */
    when: z.array(factSchema).min(1).max(10).readonly().optional(),
    /** How many runs had the step. */
    runs: z.int().min(1),
    /** The longest time that its screen took to appear, in ms. */
    ms: z.number().min(0).optional(),
  })
  .readonly();
export type SkillStep = z.infer<typeof stepSchema>;

const loopSchema = z
  .strictObject({
    /** The slot with the list of values, one for each round; `item` is the slot with the value of the present round. */
    each: slotName,
    item: slotName,
    steps: z.array(stepSchema).min(1).max(50).readonly(),
  })
  .readonly();
export type SkillLoop = z.infer<typeof loopSchema>;

/** How many traces are remembered; older ones are forgotten. */
export const MOST_SOURCES = 200;

/** A task that was learnt from several runs. */
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
    /** Steps of some runs that are not part of the skill, with the reasons. */
    left_out: z.array(line).max(200).readonly(),
    /** The digests of its traces, so that no trace counts twice; absent for a skill of an older version. */
    sources: z
      .array(z.string().regex(/^[0-9a-f]{16}$/))
      .max(MOST_SOURCES)
      .readonly()
      .optional(),
  })
  .readonly();
export type SkillBody = z.infer<typeof skillSchema>;

/** A skill with the fields of the flow's head. */
export interface Skill extends SkillBody {
  readonly name: string;
  /** The package of the app in which it begins. */
  readonly app: string;
}

export function isLoop(item: SkillStep | SkillLoop): item is SkillLoop {
  return "each" in item;
}

/** All steps, in the order of the file. */
export function stepsOf({ steps }: Pick<Skill, "steps">): readonly SkillStep[] {
  return steps.flatMap((item) => (isLoop(item) ? item.steps : [item]));
}
