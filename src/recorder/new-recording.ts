import { packageVersion } from "../base/assets.js";
import { redactionOf } from "../base/redaction.js";
import { deadline } from "../base/signals.js";
import type { Session } from "../session/session.js";
import type { TraceManifest } from "../trace/manifest.js";
import { PROTOCOL_VERSION } from "../trace/protocol.js";
import type { RecorderOptions } from "./called.js";
import { Redactor } from "./redactor.js";
import { TraceRecording } from "./trace-recording.js";
import { TraceWriter } from "./trace-writer.js";

interface Place {
  readonly folder: string;
  readonly startedAt: string;
  /** Called once, with the reason, if the recording ends by itself. */
  readonly onEnd: (why: string) => void;
}

const FACTS_MS = 5_000;

/** The trace of one device. Its files are made when the first entry is written. */
export function newRecording(
  session: Session,
  { tracePictures, traceCapMb, redact, redactRegions }: RecorderOptions,
  { folder, startedAt, onEnd }: Place,
): TraceRecording {
  const open = async () => {
    using limit = deadline(FACTS_MS, "the facts of a device", new AbortController().signal);
    const facts = await session.device.facts(limit.signal).catch(() => null);
    const { model = null, apiLevel = null, release = null, bootId = null } = facts ?? {};
    const manifest: TraceManifest = {
      protocol_version: PROTOCOL_VERSION,
      created_by: { name: "fovea", version: packageVersion() },
      started_at: startedAt,
      device: { serial: session.device.serial, model, api_level: apiLevel, release, boot_id: bootId },
      options: {
        pictures: tracePictures,
        cap_mb: traceCapMb,
        patterns: redact.length,
        regions: redactRegions.length,
      },
      dropped_screenshots: [],
    };
    return await TraceWriter.open(folder, manifest, traceCapMb * 1_000_000);
  };
  const redactor = new Redactor(redactionOf(redact), redactRegions);
  return new TraceRecording({ open, redactor, pictures: tracePictures === "on", onEnd });
}
