import * as z from "zod";
import { PROTOCOL_VERSION } from "./protocol.js";

export const STEPS_FILE = "steps.jsonl";
export const CALLS_FILE = "calls.jsonl";
export const FLOW_FILE = "flow.jsonl";
export const MANIFEST_FILE = "manifest.json";
export const SCREENSHOT_FOLDER = "screenshots";

/** `manifest.json` of a trace: the facts that all of its steps share, and what was removed from it. */
export const manifestSchema = z.looseObject({
  protocol_version: z.literal(PROTOCOL_VERSION),
  /** The program that wrote it. */
  created_by: z.looseObject({ name: z.string(), version: z.string() }),
  /** The moment that timestamps count from, ISO 8601. */
  started_at: z.iso.datetime(),
  device: z.looseObject({
    serial: z.string(),
    model: z.string().nullable(),
    api_level: z.int().nullable(),
    release: z.string().nullable(),
    boot_id: z.string().nullable(),
  }),
  /** The options of the recording that matter to readers. */
  options: z.record(z.string(), z.unknown()),
  /**
   * The options of later recordings that continued the trace with other options, with the time from which they hold.
   */
  later_options: z
    .array(z.looseObject({ started_at: z.iso.datetime(), options: z.record(z.string(), z.unknown()) }))
    .optional(),
  /** Screenshots that were removed to keep within the size limit, oldest first. */
  dropped_screenshots: z.array(z.string()).default([]),
});
export type TraceManifest = z.infer<typeof manifestSchema>;
