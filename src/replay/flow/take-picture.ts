import { dirname, join } from "node:path";
import { screenContext } from "../../actions/targets/refuse-screen.js";
import { causeWords } from "../../base/cause-words.js";
import { FoveaError } from "../../base/errors.js";
import { intersect, isEmpty, type Rect, rectOf } from "../../base/geometry.js";
import { makeFolder } from "../../base/make-folder.js";
import { writeFileAt } from "../../base/new-file.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_ALL, OBSERVE_PICTURE } from "../../observe/observe-request.js";
import { matchPattern } from "../../screen/match-pattern.js";
import type { Observation } from "../../screen/observation.js";
import { type ElementSelector, patternIn } from "../../screen/selector-element.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import { encodePng, type Pixels, resizedPart } from "../../vision/image.js";

interface PicturePlace {
  readonly folder: string;
  readonly file: string;
}

interface PictureRequest extends PicturePlace {
  /** The element to cut out of the picture; absent or null for the whole screen. */
  readonly crop?: ElementSelector | null;
}

/**
 * Saves the screen as a PNG in a folder, and replaces an older file; gives its path. Errors: SCREENSHOT_FAILED,
 * ELEMENT_NOT_FOUND.
 */
export async function saveScreenPicture(
  session: Session,
  { folder, file, crop }: PictureRequest,
  signal: AbortSignal,
): Promise<string> {
  const { picture } = await croppedScreen(session, crop ?? null, signal);
  return await savePicture(picture, { folder, file });
}

/** Saves an existing picture in the same way. Errors: SCREENSHOT_FAILED. */
export async function savePicture(picture: Pixels, { folder, file }: PicturePlace): Promise<string> {
  const path = join(folder, file);
  try {
    await makeFolder(dirname(path));
    await writeFileAt(path, await encodePng(picture), true);
  } catch (cause) {
    const why = causeWords(cause);
    throw new FoveaError("SCREENSHOT_FAILED", `${path} cannot be written: ${why}`, { cause });
  }
  return path;
}

/** A picture of the screen, or of one element. */
export interface CroppedScreen {
  readonly observation: Observation;
  readonly picture: Pixels;
  /** The box of the picture on the screen, in px. */
  readonly part: Rect;
}

/** Takes a picture of the screen or of an element. Errors: SCREENSHOT_FAILED, ELEMENT_NOT_FOUND. */
export async function croppedScreen(
  session: Session,
  crop: ElementSelector | null,
  signal: AbortSignal,
  request = crop ? OBSERVE_ALL : OBSERVE_PICTURE,
): Promise<CroppedScreen> {
  const { observation, frame } = await observe(session, request, signal);
  if (!frame) {
    const why = observation.errors.find((error) => error.probe === "screenshot");
    throw new FoveaError("SCREENSHOT_FAILED", why?.message ?? "no screenshot", { device: session.device.serial });
  }
  const whole = rectOf(0, 0, frame.width, frame.height);
  if (crop === null) return { observation, picture: frame, part: whole };
  const pattern = patternIn(crop);
  const found = pattern && matchPattern(pattern, observation)[0];
  const part = found && intersect(found.bounds, whole);
  if (part && !isEmpty(part)) {
    const size = { width: part.right - part.left, height: part.bottom - part.top };
    return { observation, picture: await resizedPart(frame, part, size), part };
  }
  const wanted = printTarget(crop);
  const context = screenContext(session, observation, wanted);
  throw new FoveaError("ELEMENT_NOT_FOUND", `${wanted} is not on the screen`, context);
}
