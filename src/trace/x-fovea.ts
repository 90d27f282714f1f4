import * as z from "zod";

/**
 * What Fovea writes under `x-fovea` on each level of a step, beyond the protocol. All of it is optional for readers: a
 * trace of somebody else's has none. Fields with the value that is usual (null, empty, false) are left out.
 */
export const EXTENSION = "x-fovea";

const seconds = z.number();
const point = z.looseObject({ x: z.number(), y: z.number() });

/** The fields of an element: as in an observation, with the JSON names; `element_id` is its ref. */
export const elementExtensionSchema = z.looseObject({
  /** `element_id` of the element that it lies in. */
  parent: z.string().optional(),
  /** All of its labels; `text` is them in one line. */
  labels: z.array(z.string()).optional(),
  value: z.string().optional(),
  error: z.string().optional(),
  package: z.string().optional(),
  resource_id: z.string().optional(),
  actions: z.array(z.string()).optional(),
  enabled: z.boolean().optional(),
  checked: z.union([z.boolean(), z.literal("partial")]).optional(),
  expanded: z.boolean().optional(),
  selected: z.boolean().optional(),
  focused: z.boolean().optional(),
  password: z.boolean().optional(),
  scrollable: z.boolean().optional(),
  system_bar: z.boolean().optional(),
  /** Absent if only the hierarchy has it. */
  sources: z.array(z.string()).optional(),
  confidence: z.number().optional(),
  /** What pixels said of it, as in an observation. */
  vision: z.unknown().optional(),
});
export type ElementExtension = z.infer<typeof elementExtensionSchema>;

/** The fields of a state: what an observation reports of the screen besides its elements. */
export const stateExtensionSchema = z.looseObject({
  /** False if the screen had not been read when the action was done: then there are no elements. */
  known: z.boolean(),
  observation_id: z.string().optional(),
  /** Where the hierarchy came from, and how old it was at the state's `timestamp`, in ms. */
  source: z.string().optional(),
  age_ms: z.number().nullable().optional(),
  package: z.string().optional(),
  activity: z.string().optional(),
  window: z.string().optional(),
  rotation: z.number().optional(),
  density: z.number().optional(),
  keyboard: z.boolean().optional(),
  locked: z.boolean().optional(),
  device_time: z.string().optional(),
  /** Unknown facts, each in one line: `CODE: reason`. */
  errors: z.array(z.string()).optional(),
  /** When the picture was taken (seconds since the trace began), and which parts were painted over. */
  screenshot: z
    .looseObject({
      taken_at: seconds,
      /** Why parts of it are painted over, each once: `password`, `pattern`, `region`. */
      redacted: z.array(z.string()).optional(),
    })
    .optional(),
  /** Why there is no picture. */
  no_screenshot: z.string().optional(),
});
export type StateExtension = z.infer<typeof stateExtensionSchema>;

/** The fields of an action. */
export const actionExtensionSchema = z.looseObject({
  /** The tool that acts like this, and its arguments; words are redacted, the target is as it was given. */
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** What the target can be known by on a later day: a stored selector, see `screen/stored-selector.ts`. */
  selector: z.unknown().optional(),
  /** The same for the other end of a drag or swipe. */
  to_selector: z.unknown().optional(),
  /** In the past tense, as in the call's answer. */
  did: z.string().optional(),
  /** Device pixels that were touched, in order. */
  points: z.array(point).optional(),
  /** `click`, `gesture`, `text`, `action`, `input` or `am`. */
  by: z.string().optional(),
});
export type ActionExtension = z.infer<typeof actionExtensionSchema>;

/** The screen that an action led to, in short: the next step's state has all of it. */
export const afterSchema = z.looseObject({
  observation_id: z.string(),
  /** Seconds since the trace began. */
  timestamp: seconds,
  /** By the device's own clock, ISO 8601. */
  device_time: z.string().optional(),
  package: z.string().optional(),
  activity: z.string().optional(),
  window: z.string().optional(),
  /** Words on the screen, in reading order, each once, without the system's bars. */
  words: z.array(z.string()),
  /** Resource ids on the screen, each once, without those of lists and of the system's bars. */
  ids: z.array(z.string()).optional(),
  /** Those of the words that are in lists: data, which may be other data on another day. */
  listed: z.array(z.string()).optional(),
  /** What is different in the words of the outline: `+ new`, `- gone`, `~ changed`; absent if it is not known. */
  changes: z.array(z.string()).optional(),
  screenshot_path: z.string().optional(),
});

/** The fields of a step. */
export const stepExtensionSchema = z.looseObject({
  /** Number of its call in `calls.jsonl`, from 1. */
  call: z.int().optional(),
  duration_ms: z.number(),
  /** The result, and its evidence; absent if the call failed. */
  verdict: z.looseObject({ kind: z.string(), evidence: z.array(z.string()) }).optional(),
  notes: z.array(z.string()).optional(),
  /** How the screen became stable, in words. */
  settled: z.array(z.string()).optional(),
  after: afterSchema.optional(),
  /** For a call that failed after the action may have been done. */
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});
export type StepExtension = z.infer<typeof stepExtensionSchema>;

/** Readers of the extension of one level; undefined if there is none, or one of another form. */
export const extensions = {
  element: reader(elementExtensionSchema),
  state: reader(stateExtensionSchema),
  action: reader(actionExtensionSchema),
  step: reader(stepExtensionSchema),
} as const;

function reader<Schema extends z.ZodObject>(schema: Schema) {
  return (level: Readonly<Record<string, unknown>>): z.infer<Schema> | undefined => {
    const parsed = schema.safeParse(level[EXTENSION]);
    return parsed.success ? parsed.data : undefined;
  };
}

/** One line of `calls.jsonl`: a call of a tool, with any result. */
export const callSchema = z.looseObject({
  /** From 1, in the order in which something of them was written first. */
  call: z.int().min(1),
  /** Seconds since the trace began, when it was begun. */
  timestamp: seconds,
  tool_name: z.string(),
  /** As they came, redacted. */
  inputs: z.record(z.string(), z.unknown()),
  /** The text of the answer, cut at 20,000 characters; or the error. */
  result: z.looseObject({
    text: z.string().optional(),
    error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  }),
  /** In ms. */
  duration: z.number().min(0),
  /** The screen as it was known when the call ended; null if none was. */
  visual_state: z.looseObject({ observation_id: z.string(), screenshot_path: z.string() }).nullable(),
  /** What the guard decided about its actions, as in `guard.jsonl`; absent if it found nothing. */
  guard: z.array(z.record(z.string(), z.unknown())).optional(),
});
export type TraceCall = z.infer<typeof callSchema>;
