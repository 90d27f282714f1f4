import * as z from "zod";
import { PROTOCOL_VERSION } from "./protocol.js";

export const STEPS_FILE = "steps.jsonl";
export const CALLS_FILE = "calls.jsonl";
export const FLOW_FILE = "flow.jsonl";
export const MANIFEST_FILE = "manifest.json";
export const SCREENSHOT_FOLDER = "screenshots";

/** `manifest.json` of a trace: what all of its steps have in common, and what is no longer there. */
export const manifestSchema = z.looseObject({
  protocol_version: z.literal(PROTOCOL_VERSION),
  /** Who wrote it. */
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
  /** How it was recorded, as far as it matters to who reads it. */
  options: z.record(z.string(), z.unknown()),
  /** Other options, from when on: where a later recording went on with others. */
  later_options: z
    .array(z.looseObject({ started_at: z.iso.datetime(), options: z.record(z.string(), z.unknown()) }))
    .optional(),
  /** Screenshots that were dropped to keep within the size that was set, oldest first. */
  dropped_screenshots: z.array(z.string()).default([]),
});
export type TraceManifest = z.infer<typeof manifestSchema>;
