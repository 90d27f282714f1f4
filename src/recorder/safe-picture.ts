import { screenPicture } from "../observe/screen-picture.js";
import type { Frame } from "../screen/frame.js";
import type { Observation } from "../screen/observation.js";
import { hasTree } from "../screen/readable.js";
import type { Session } from "../session/session.js";
import { encodePng } from "../vision/image.js";
import { painted } from "../vision/painted.js";
import type { Redactor } from "./redactor.js";

/**
 * The screenshot as a PNG with secret parts painted over, or the reason why there is none: without a hierarchy it is
 * unknown which words in it the patterns match.
 */
export async function safePicture(
  observation: Observation,
  frame: Frame,
  redactor: Redactor,
): Promise<Uint8Array | string> {
  if (redactor.needsTree && !hasTree(observation)) return "it was left out, because no hierarchy shows what is on it";
  const parts = redactor.covers(observation).map(({ part }) => part);
  return await encodePng({ ...frame, ...painted(frame, parts) });
}

/** The redacted screenshot of the present screen. Errors: as of {@link screenPicture}. */
export async function takeSafePicture(
  session: Session,
  redactor: Redactor,
  signal: AbortSignal,
): Promise<Uint8Array | string> {
  const { observation, frame } = await screenPicture(session, true, signal);
  redactor.noteScreen(observation);
  return await safePicture(observation, frame, redactor);
}
