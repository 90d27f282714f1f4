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
  /** There is no hierarchy: the elements are what detectors found in the screenshot. */
  "vision",
  "none",
] as const;
export type HierarchySource = (typeof HIERARCHY_SOURCES)[number];

/** Whether both screens may have the same elements: a cached hierarchy of uiautomator counts as uiautomator's. */
export function isSameSource(one: HierarchySource, other: HierarchySource): boolean {
  const readerOf = (source: HierarchySource) => (source === "uiautomator-cache" ? "uiautomator" : source);
  return readerOf(one) === readerOf(other);
}

/** The result of looking for a hierarchy in the cache. */
export const cacheReportSchema = z
  .object({
    policy: z.enum(CACHE_POLICIES),
    outcome: z.enum(["hit", "miss"]),
    /** Why no hierarchy was found; null for a hit. */
    why: z.string().nullable(),
    /** Whether the hierarchy that was read instead is cached now. */
    kept: z.boolean(),
    /** Why it was not cached; null if it was, and for a hit. */
    notKept: z.string().nullable(),
    /** Hits for this device in this process, including this one. */
    hits: z.number().int().min(0),
    misses: z.number().int().min(0),
  })
  .readonly();
export type CacheReport = z.infer<typeof cacheReportSchema>;

/** The parts of an observation, each of which is read separately. */
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

/** How one part was obtained. */
export const partSchema = z
  .object({
    /** For example `dumpsys window`, `uiautomator`, `screencap`, `getprop`; `none` if it could not be read. */
    source: z.string(),
    /** The age of the data at `timestamp`, in ms: how long before it the device answered. */
    ageMs: milliseconds.nullable(),
    /** How long the reading took, in ms. */
    durationMs: milliseconds,
    /**
     * The side effect of the reading on the device, for example that accessibility services were suspended meanwhile.
     */
    sideEffect: z.string().nullable(),
    /**
     * For the hierarchy. `walk`: every window was read for this observation. `events`: some windows are as they were
     * read before, since no event reported a change; some apps change without an event. `pixels`: the whole hierarchy
     * was read before, and the screenshot is still the same (`hierarchySource` is `uiautomator-cache`).
     */
    basis: z.enum(["walk", "events", "pixels"]).optional(),
    /** With `events`: the observation whose whole hierarchy is repeated here, if the whole is repeated. */
    unchangedSince: z.string().optional(),
    /** For the hierarchy, if a cached one could have been used. */
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
    /** The path of its file; only if the caller asked for a file. */
    path: z.string().nullable(),
    /**
     * Whether everything except the system bars is black: a secure window, protected video, or a screen that is off.
     */
    black: z.boolean(),
  })
  .readonly();
export type Screenshot = z.infer<typeof screenshotSchema>;

/**
 * One observation of one device. All parts belong to the same screen, unless an error in `errors` says that they may
 * not. Null means unknown, and `errors` has the reason.
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
    /** The device's own clock when it answered, ISO 8601. */
    deviceTime: z.iso.datetime().nullable(),
    displayId: z.number().int().nullable(),
    /** The size in the current rotation, including an override by `wm size`. */
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
    /** Whether the system asks which app shall handle an intent; recognised by package, activity and ids. */
    intentChooserDetected: z.boolean().nullable(),
    frameStats: frameStatsSchema.nullable(),
    screenshot: screenshotSchema.nullable(),
    /** Parts that were not requested are absent. */
    parts: z.partialRecord(z.enum(PARTS), partSchema).readonly(),
    /** The cost of the observation: adb streams opened, and processes started on the device. */
    cost: z
      .object({
        adbStreams: z.number().int().min(0),
        deviceProcesses: z.number().int().min(0),
        longestStreamMs: milliseconds,
        wallMs: milliseconds,
        /** How long the companion took to read the windows; null if it did not read them. */
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
 * The schema for facts whose hierarchy was validated when it was read, and whose elements were made from it: these are
 * by far the largest part and already frozen, so they are not validated again.
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
