import { randomBytes } from "node:crypto";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { causeWords } from "../../base/cause-words.js";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { makeFolder } from "../../base/make-folder.js";
import { writePiecesAt } from "../../base/new-file.js";
import { MOST_PARTS, recordingParts } from "../../devices/states/recording-parts.js";
import type { Session } from "../../session/session.js";
import { canFollow, joinVideos, readVideo, type VideoPart, videoMs } from "../../vision/video/join-mp4.js";
import { changeUnseen, type UnseenChange } from "../change-unseen.js";
import { requireFirstDisplay } from "../device/first-display.js";
import { type RecordingOptions, ScreenRecording } from "./screen-recording.js";

const KIND = "video";

/** A video file on this host. */
export interface SavedVideo {
  readonly path: string;
  readonly durationMs: number;
  /** How many parts were joined to this file. */
  readonly parts: number;
}

export interface RecordedVideo {
  readonly videos: readonly SavedVideo[];
  readonly notes: readonly string[];
}

/** Begins a video of the screen. Errors: VIDEO_RUNNING, as ScreenRecording.begin; those of the guard. */
export async function startRecording(
  session: Session,
  options: RecordingOptions,
  signal: AbortSignal,
): Promise<UnseenChange> {
  const { size } = options;
  return await changeUnseen(
    session,
    {
      call: { tool: "record_screen", args: { action: "start", ...(size !== undefined && { size }) } },
      action: { kind: "device", change: "recordScreen", detail: size ?? "in its size", package: null },
    },
    async () => {
      const { running } = session.changes;
      const earlier = running.of(session.device, KIND);
      if (earlier instanceof ScreenRecording) throw alreadyRunning(session, earlier);
      await requireFirstDisplay(session, "only the first can be filmed", signal);
      const id = randomBytes(6).toString("hex");
      const parts = recordingParts(id);
      await session.changes.borrow(session, parts, signal);
      const onDiscarded = async (limit: AbortSignal) => await session.changes.giveBack(session, parts, limit);
      const begun = ScreenRecording.begin(session.device, { ...options, place: { id, onDiscarded } }, signal);
      running.put(session.device, KIND, await begun);
      const did = `began a video of the screen, ${MOST_PARTS * 3} minutes at most`;
      return { did, proof: "confirmed", evidence: ["the device writes the file"] };
    },
    signal,
  );
}

/**
 * Ends the video of the screen and saves it as a new file; `name` ends in .mp4. Parts with another size, because the
 * screen was turned in between, become separate files. Errors: VIDEO_NOT_RUNNING, PATH_NOT_ALLOWED, VIDEO_FAILED if
 * nothing was recorded; as ScreenRecording.stop and pull.
 */
export async function stopRecording(
  session: Session,
  { folder, name }: { readonly folder: string; readonly name: string },
  signal: AbortSignal,
): Promise<RecordedVideo> {
  return await session.acts.run(async () => {
    const recording = requireRecording(session);
    const { paths, failure, isFull } = await recording.stop(signal);
    await makeFolder(folder);
    const place = await realpath(folder);
    const scratch = await mkdtemp(join(place, ".recording-"));
    try {
      const read = await pullParts(recording, { paths, scratch }, signal);
      const [first, ...others] = read.parts;
      const videos = first ? await saveAll([first, ...others], place, name) : [];
      session.changes.running.remove(session.device, KIND);
      await recording.discard(signal);
      if (!first) throw nothingRecorded(session, failure ?? read.unread);
      return { videos, notes: notesOf({ videos, failure, isFull, unread: read.unread }) };
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }, signal);
}

function alreadyRunning({ device }: Session, { isGoingOn, failure }: ScreenRecording): FoveaError {
  if (isGoingOn)
    return new FoveaError("VIDEO_RUNNING", `a video of ${device.serial} is being recorded already`, {
      device: device.serial,
    });
  const message = `a video of ${device.serial} ended by itself${failure === null ? "" : ` (${failure})`} and is not saved yet`;
  return new FoveaError("VIDEO_RUNNING", message, {
    device: device.serial,
    hint: "Call record_screen with action stop first: it saves the video so far.",
  });
}

/** Whether a video of the screen is being recorded, or ended by itself and is not saved yet; null if neither. */
export function recordingState(session: Session): "recording" | "ended" | null {
  const found = session.changes.running.of(session.device, KIND);
  if (!(found instanceof ScreenRecording)) return null;
  return found.isGoingOn ? "recording" : "ended";
}

function requireRecording(session: Session): ScreenRecording {
  const found = session.changes.running.of(session.device, KIND);
  if (found instanceof ScreenRecording) return found;
  const message = `no video of ${session.device.serial} is being recorded`;
  throw new FoveaError("VIDEO_NOT_RUNNING", message, { device: session.device.serial });
}

interface ReadParts {
  readonly parts: readonly VideoPart[];
  /** Why parts are missing; null if none is. */
  readonly unread: string | null;
}

async function pullParts(
  recording: ScreenRecording,
  { paths, scratch }: { readonly paths: readonly string[]; readonly scratch: string },
  signal: AbortSignal,
): Promise<ReadParts> {
  const parts: VideoPart[] = [];
  let unread: string | null = null;
  for (const [index, path] of paths.entries()) {
    const file = join(scratch, `${index + 1}.mp4`);
    try {
      await writePiecesAt(file, false, recording.pull(path, signal));
      parts.push(await readVideo(file));
    } catch (error) {
      if (!(error instanceof RangeError || isGone(error))) throw error;
      unread = `part ${index + 1} of ${paths.length} cannot be read: ${error.message}`;
    }
  }
  return { parts, unread };
}

/** The file was deleted on the device: trying again would not find it. */
function isGone(error: unknown): error is FoveaError {
  return isFoveaError(error, "PULL_FAILED") && /No such file/.test(error.message);
}

function nothingRecorded(session: Session, why: string | null): FoveaError {
  const { serial } = session.device;
  const message = `${serial} recorded nothing that could be read${why === null ? "" : `: ${why}`}`;
  return new FoveaError("VIDEO_FAILED", message, { device: serial });
}

async function saveAll(
  parts: readonly [VideoPart, ...VideoPart[]],
  folder: string,
  name: string,
): Promise<readonly SavedVideo[]> {
  const groups: [VideoPart, ...VideoPart[]][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && canFollow(last[0], part)) last.push(part);
    else groups.push([part]);
  }
  const videos: SavedVideo[] = [];
  for (const [index, group] of groups.entries()) {
    const path = join(folder, index === 0 ? name : name.replace(/\.mp4$/, `-${index + 1}.mp4`));
    await writePiecesAt(path, false, joinVideos(group)).catch((cause: unknown) => {
      throw notSaved(path, cause);
    });
    videos.push({ path, durationMs: group.reduce((sum, one) => sum + videoMs(one), 0), parts: group.length });
  }
  return videos;
}

function notSaved(path: string, cause: unknown): FoveaError {
  const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
  const why = causeWords(cause);
  const hint = "The recording is kept: call record_screen with `stop` and another `save_as`.";
  const message = isThere ? `${path} is there already` : `${path} cannot be written: ${why}`;
  return new FoveaError("PATH_NOT_ALLOWED", message, { hint, cause });
}

function notesOf({
  videos,
  failure,
  isFull,
  unread,
}: {
  readonly videos: readonly SavedVideo[];
  readonly failure: string | null;
  readonly isFull: boolean;
  readonly unread: string | null;
}): readonly string[] {
  const parts = videos.reduce((sum, one) => sum + one.parts, 0);
  return [
    ...(parts > 1 ? [`! ${parts} parts of up to 3 minutes: the moments between them are missing`] : []),
    ...(videos.length > 1 ? ["! the screen was turned: parts of another size are separate files"] : []),
    ...(isFull ? [`! the recording ended by itself after ${MOST_PARTS} parts`] : []),
    ...(failure === null ? [] : [`! the recording ended by itself: ${failure}`]),
    ...(unread === null ? [] : [`! ${unread}`]),
  ];
}
