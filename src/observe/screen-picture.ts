import { FoveaError } from "../base/errors.js";
import type { Session } from "../session/session.js";
import { observe as look, type ObserveResult } from "./observe.js";
import { OBSERVE_PICTURE } from "./observe-request.js";

/** A look with a picture; `hierarchy` asks for the elements, too. */
export interface ScreenPicture extends ObserveResult {
  readonly frame: NonNullable<ObserveResult["frame"]>;
}

/** Errors: SCREEN_OFF, SCREENSHOT_FAILED or why else there is no picture. */
export async function screenPicture(session: Session, hierarchy: boolean, signal: AbortSignal): Promise<ScreenPicture> {
  const result = await look(session, { ...OBSERVE_PICTURE, hierarchy }, signal);
  const { observation, frame } = result;
  if (frame) return { ...result, frame };
  const why = observation.errors.find((error) => error.probe === "screenshot");
  const isOff = observation.power?.interactive === false;
  const code = isOff ? "SCREEN_OFF" : (why?.code ?? "SCREENSHOT_FAILED");
  const message = `${isOff ? "the screen is off: " : ""}${why?.message ?? "no screenshot"}`;
  throw new FoveaError(code, message, { device: session.device.serial });
}
