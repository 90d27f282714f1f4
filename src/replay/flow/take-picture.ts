import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FoveaError } from "../../base/errors.js";
import { writeFileAt } from "../../base/new-file.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_PICTURE } from "../../observe/observe-request.js";
import type { Session } from "../../session/session.js";
import { encodePng } from "../../vision/image.js";

/** Saves the screen as a PNG below a folder, over an older one; gives its path. Errors: SCREENSHOT_FAILED. */
export async function takePicture(
  session: Session,
  { folder, file }: { readonly folder: string; readonly file: string },
  signal: AbortSignal,
): Promise<string> {
  const { observation, frame } = await observe(session, OBSERVE_PICTURE, signal);
  if (!frame) {
    const why = observation.errors.find((error) => error.probe === "screenshot");
    throw new FoveaError("SCREENSHOT_FAILED", why?.message ?? "no screenshot", { device: session.device.serial });
  }
  const path = join(folder, file);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFileAt(path, await encodePng(frame), true);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new FoveaError("SCREENSHOT_FAILED", `${path} cannot be written: ${why}`, { cause });
  }
  return path;
}
