import * as z from "zod";
import { CACHE_POLICIES } from "../base/options/choices.js";
import { type UiElement, uiElementSchema } from "./element.js";
import {
  activeWindowSchema,
  factErrorSchema,
  imeSchema,
  keyguardSchema,
  powerSchema,
  rotationSchema,
  sizeSchema,
  systemInsetsSchema,
} from "./facts.js";
import { frameStatsSchema } from "./frame-stats.js";
import { type ViewHierarchy, viewHierarchySchema } from "./hierarchy.js";

const milliseconds = z.number().min(0);

/** Where the view hierarchy came from. */
export const HIERARCHY_SOURCES = [
  "a11y-service",
  "a11y-shell",
  "uiautomator",
  "uiautomator-cache",
  /** There is no tree: the elements are what detectors saw in the picture. */
  "vision",
  "none",
] as const;
export type HierarchySource = (typeof HIERARCHY_SOURCES)[number];

/** Whether elements of the one can be those of the other: a kept tree of uiautomator is uiautomator's. */
export function isSameSource(one: HierarchySource, other: HierarchySource): boolean {
  const readerOf = (source: HierarchySource) => (source === "uiautomator-cache" ? "uiautomator" : source);
  return readerOf(one) === readerOf(other);
}

/** The outcome of the question for a tree that was read before. */
export const cacheReportSchema = z
  .object({
    policy: z.enum(CACHE_POLICIES),
    outcome: z.enum(["hit", "miss"]),
    /** Why none was found; null for a hit. */
    why: z.string().nullable(),
    /** Whether the tree that was read instead is kept for the next time. */
    kept: z.boolean(),
    /** Why it is not; null if it is, and for a hit. */
    notKept: z.string().nullable(),
    /** Hits for this device in this process, this one included. */
    hits: z.number().int().min(0),
    misses: z.number().int().min(0),
  })
  .readonly();
export type CacheReport = z.infer<typeof cacheReportSchema>;

/** The parts of an observation that are read by themselves. */
export const PARTS = [
  "device",
  "window",
  "hierarchy",
  "screenshot",
  "frameStats",
  "power",
  "keyguard",
  "inputMethod",
  "activity",
  "webview",
  "vision",
] as const;
export type PartName = (typeof PARTS)[number];

/** How one part was come by. */
export const partSchema = z
  .object({
    /** For example `dumpsys window`, `uiautomator`, `screencap`, `getprop`; `none` where it could not be read. */
    source: z.string(),
    /** Age of what it says, at `timestamp`, in ms: how long before it the device answered. */
    ageMs: milliseconds.nullable(),
    /** How long reading it took, in ms. */
    durationMs: milliseconds,
    /** What reading it did to the device, for example that accessibility services were suspended meanwhile. */
    sideEffect: z.string().nullable(),
    /**
     * For the hierarchy: `walk` where every window was read for this observation, `events` where some stand as they
     * were read before, because no event said that they changed; apps exist that change without one. `pixels` where all
     * of it was read before, under a picture that the screen still gives (`hierarchySource` is `uiautomator-cache`).
     */
    basis: z.enum(["walk", "events", "pixels"]).optional(),
    /** With `events`: the observation whose whole hierarchy this one repeats, if it is one. */
    unchangedSince: z.string().optional(),
    /** For the hierarchy, if it could have come from the cache. */
    cache: cacheReportSchema.optional(),
    /** For vision: why detectors were run. */
    why: z.string().optional(),
  })
  .readonly();
export type Part = z.infer<typeof partSchema>;

export const screenshotSchema = z
  .object({
    /** The hash of the RGBA pixels: equal screens have equal hashes. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    width: z.number().int().min(1),
    height: z.number().int().min(1),
    format: z.enum(["rgba", "png"]),
    ageMs: milliseconds,
    /** Where it was written, on request only. */
    path: z.string().nullable(),
    /** Everything but the system bars is black: a secure window, protected video, or a screen that is off. */
    black: z.boolean(),
  })
  .readonly();
export type Screenshot = z.infer<typeof screenshotSchema>;

/**
 * One observation of one device: everything belongs to the same screen, or an error of `errors` says that it may not.
 * Null means unknown, and `errors` names why.
 */
export const observationSchema = z
  .object({
    /** Unique in this process, for example `o12`. */
    observationId: z.string(),
    device: z
      .object({
        serial: z.string(),
        model: z.string().nullable(),
        apiLevel: z.number().int().nullable(),
        release: z.string().nullable(),
        bootId: z.string().nullable(),
      })
      .readonly(),
    /** When the observation was complete, by the host's clock, ISO 8601. */
    timestamp: z.iso.datetime(),
    /** The device's own clock at its answer, ISO 8601. */
    deviceTime: z.iso.datetime().nullable(),
    displayId: z.number().int().nullable(),
    /** The size in the current rotation, with an override by `wm size`. */
    screenSize: sizeSchema.nullable(),
    density: z.number().int().nullable(),
    rotation: rotationSchema.nullable(),
    systemInsets: systemInsetsSchema.nullable(),
    activeWindow: activeWindowSchema.nullable(),
    ime: imeSchema.nullable(),
    power: powerSchema.nullable(),
    keyguard: keyguardSchema.nullable(),
    hierarchySource: z.enum(HIERARCHY_SOURCES),
    viewHierarchy: viewHierarchySchema.nullable(),
    elements: z.array(uiElementSchema).readonly(),
    /** The element with the input focus. */
    focusedElement: uiElementSchema.nullable(),
    /** The system asks which app shall handle an intent; recognised by package, activity and ids. */
    intentChooserDetected: z.boolean().nullable(),
    frameStats: frameStatsSchema.nullable(),
    screenshot: screenshotSchema.nullable(),
    /** Parts that were not asked for are absent. */
    parts: z.partialRecord(z.enum(PARTS), partSchema).readonly(),
    /** What it cost: adb streams opened and processes started on the device. */
    cost: z
      .object({
        adbStreams: z.number().int().min(0),
        deviceProcesses: z.number().int().min(0),
        longestStreamMs: milliseconds,
        wallMs: milliseconds,
        /** How long the companion took to read the windows; null if it was not asked. */
        walkMs: milliseconds.nullable(),
      })
      .readonly(),
    /** All errors in one line, null for none. */
    error: z.string().nullable(),
    errors: z.array(factErrorSchema).readonly(),
  })
  .readonly();
export type Observation = z.infer<typeof observationSchema>;

/**
 * The same for facts whose hierarchy was validated when it was read, and whose elements were made from that: they are
 * by far the largest part, and frozen already.
 */
export const assembledSchema = observationSchema
  .unwrap()
  .extend({
    viewHierarchy: z.custom<ViewHierarchy | null>(),
    elements: z.custom<readonly UiElement[]>(),
    focusedElement: z.custom<UiElement | null>(),
  })
  .readonly();

/** The observation's JSON Schema (draft 2020-12). */
export function observationJsonSchema(): object {
  return z.toJSONSchema(observationSchema, { io: "output", reused: "ref" });
}
