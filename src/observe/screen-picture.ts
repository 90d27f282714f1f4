import { FoveaError } from "../base/errors.js";
import type { Session } from "../session/session.js";
import { observe as look, type ObserveResult } from "./observe.js";
import type { PicturePreference } from "./observe-request.js";
import { OBSERVE_PICTURE } from "./observe-request.js";

/** An observation with a screenshot. */
export interface ScreenPicture extends ObserveResult {
  readonly frame: NonNullable<ObserveResult["frame"]>;
}

/**
 * The screen in full resolution, with elements if `hierarchy` is true. Errors: SCREEN_OFF, SCREENSHOT_FAILED or the
 * reason why there is no screenshot.
 */
export async function screenPicture(session: Session, hierarchy: boolean, signal: AbortSignal): Promise<ScreenPicture> {
  const result = await look(session, { ...OBSERVE_PICTURE, hierarchy }, signal);
  const { frame } = result;
  if (frame) return { ...result, frame };
  throw noPicture(session, result);
}

/** The screen as a model gets it, if the companion can make it; else in full resolution. Errors: as screenPicture. */
export async function sizedScreenPicture(
  session: Session,
  { hierarchy, picture }: { readonly hierarchy: boolean; readonly picture: PicturePreference },
  signal: AbortSignal,
): Promise<ObserveResult> {
  const result = await look(session, { ...OBSERVE_PICTURE, hierarchy, picture, fresh: hierarchy }, signal);
  if (result.picture || result.frame) return result;
  throw noPicture(session, result);
}

function noPicture(session: Session, { observation }: ObserveResult): FoveaError {
  const why = observation.errors.find((error) => error.probe === "screenshot");
  const isOff = observation.power?.interactive === false;
  const code = isOff ? "SCREEN_OFF" : (why?.code ?? "SCREENSHOT_FAILED");
  const message = `${isOff ? "the screen is off: " : ""}${why?.message ?? "no screenshot"}`;
  return new FoveaError(code, message, { device: session.device.serial });
}
