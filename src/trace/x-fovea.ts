import * as z from "zod";

/**
 * The fields that Fovea writes under `x-fovea` on each level of a step, in addition to the protocol. All are optional
 * for readers, since traces of other programs do not have them. Fields with their usual value (null, empty, false) are
 * left out.
 */
export const EXTENSION = "x-fovea";

const seconds = z.number();
const point = z.looseObject({ x: z.number(), y: z.number() });

/** The fields of an element: those of an observation under their JSON names; `element_id` is its ref. */
export const elementExtensionSchema = z.looseObject({
  /** The `element_id` of its parent element. */
  parent: z.string().optional(),
  /** All of its labels; `text` has them joined in one line. */
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
  /** Absent if only the hierarchy reports it. */
  sources: z.array(z.string()).optional(),
  confidence: z.number().optional(),
  /** What detectors found at it, as in an observation. */
  vision: z.unknown().optional(),
});
export type ElementExtension = z.infer<typeof elementExtensionSchema>;

/** The fields of a state: the facts of an observation besides its elements. */
export const stateExtensionSchema = z.looseObject({
  /** False if the screen had not been read before the action: then there are no elements. */
  known: z.boolean(),
  observation_id: z.string().optional(),
  /** The source of the hierarchy. */
  source: z.string().optional(),
  /** The age of the hierarchy at the state's `timestamp`, in ms. */
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
  /** When the screenshot was taken (in seconds since the trace began), and why parts were painted over. */
  screenshot: z
    .looseObject({
      taken_at: seconds,
      /** The reasons why parts of it are painted over, without repetition: `password`, `pattern`, `region`. */
      redacted: z.array(z.string()).optional(),
    })
    .optional(),
  /** Why there is no screenshot. */
  no_screenshot: z.string().optional(),
});
export type StateExtension = z.infer<typeof stateExtensionSchema>;

/** The fields of an action. */
export const actionExtensionSchema = z.looseObject({
  /** The tool that performs this action. */
  tool: z.string(),
  /** The arguments of the tool: texts are redacted, the target is as it was given. */
  args: z.record(z.string(), z.unknown()),
  /** A stored selector that identifies the target on a later day, see `screen/stored-selector.ts`. */
  selector: z.unknown().optional(),
  /** The stored selector of the other end of a drag or swipe. */
  to_selector: z.unknown().optional(),
  /** The action in the past tense, as in the answer of the call. */
  did: z.string().optional(),
  /** The device pixels that were touched, in order. */
  points: z.array(point).optional(),
  /** The way in which it was sent: `click`, `gesture`, `text`, `action`, `input` or `am`. */
  by: z.string().optional(),
});
export type ActionExtension = z.infer<typeof actionExtensionSchema>;

/** A summary of the screen after the action; the state of the next step is complete. */
export const afterSchema = z.looseObject({
  observation_id: z.string(),
  /** Seconds since the trace began. */
  timestamp: seconds,
  /** The time by the device's own clock, ISO 8601. */
  device_time: z.string().optional(),
  package: z.string().optional(),
  activity: z.string().optional(),
  window: z.string().optional(),
  /** The words on the screen in reading order, without repetition and without system bars. */
  words: z.array(z.string()),
  /** The resource ids on the screen, without repetition, and without those of lists and system bars. */
  ids: z.array(z.string()).optional(),
  /** The words among these that are in lists: data, which may be different on another day. */
  listed: z.array(z.string()).optional(),
  /** The changed lines of the outline: `+ new`, `- gone`, `~ changed`; absent if unknown. */
  changes: z.array(z.string()).optional(),
  screenshot_path: z.string().optional(),
});

/** The fields of a step. */
export const stepExtensionSchema = z.looseObject({
  /** The number of its call in `calls.jsonl`, from 1. */
  call: z.int().optional(),
  duration_ms: z.number(),
  /** The verdict and its evidence; absent if the call failed. */
  verdict: z.looseObject({ kind: z.string(), evidence: z.array(z.string()) }).optional(),
  notes: z.array(z.string()).optional(),
  /** How the screen became stable, in words. */
  settled: z.array(z.string()).optional(),
  after: afterSchema.optional(),
  /** The error of a call that failed after the action may have been performed. */
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});
export type StepExtension = z.infer<typeof stepExtensionSchema>;

/** Readers for the extension of each level; undefined if there is none, or if it has another form. */
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

/** One line of `calls.jsonl`: a call of a tool, whatever its result. */
export const callSchema = z.looseObject({
  /** The number of the call, from 1, in the order in which calls were first written. */
  call: z.int().min(1),
  /** The beginning of the call, in seconds since the trace began. */
  timestamp: seconds,
  tool_name: z.string(),
  /** The inputs as they were given, redacted. */
  inputs: z.record(z.string(), z.unknown()),
  /** The text of the answer, cut at 20,000 characters; or the error. */
  result: z.looseObject({
    text: z.string().optional(),
    error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  }),
  /** The duration in ms. */
  duration: z.number().min(0),
  /** The last known screen when the call ended; null if none was known. */
  visual_state: z.looseObject({ observation_id: z.string(), screenshot_path: z.string() }).nullable(),
  /** What the guard decided about its actions, as in `guard.jsonl`; absent if it found nothing. */
  guard: z.array(z.record(z.string(), z.unknown())).optional(),
});
export type TraceCall = z.infer<typeof callSchema>;
