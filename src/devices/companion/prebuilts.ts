import { readFileSync } from "node:fs";
import { prebuiltPath } from "../../base/assets.js";
import { FoveaError } from "../../base/errors.js";

/** The service's APK, without a signature. Errors: INTERNAL if this installation of Fovea lacks it. */
export function readServiceApk(): Buffer {
  return readPrebuilt("fovea-service-unsigned.apk");
}

/** The shell host's jar. Errors: INTERNAL if this installation of Fovea lacks it. */
export function readShellJar(): Buffer {
  return readPrebuilt("fovea-shell.jar");
}

function readPrebuilt(name: string): Buffer {
  try {
    return readFileSync(prebuiltPath(name));
  } catch (cause) {
    const hint = "Install Fovea again: its package is incomplete.";
    throw new FoveaError("INTERNAL", `${name}, a part of the companion, is missing`, { hint, cause });
  }
}
