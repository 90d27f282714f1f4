import { posix, win32 } from "node:path";
import { FoveaError } from "../../base/errors.js";
import { type Environment, isExecutable, usualSdk } from "../adb/find-adb.js";

/**
 * Finds the emulator of the user's own SDK: in $ANDROID_HOME/emulator, $ANDROID_SDK_ROOT/emulator, the folders of
 * $PATH, and in the folder where Android Studio installs the SDK. Errors: EMULATOR_NOT_FOUND with the tried places.
 */
export function findEmulator(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const { join, delimiter } = platform === "win32" ? win32 : posix;
  const name = platform === "win32" ? "emulator.exe" : "emulator";
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const inSdk = (sdk: string | undefined) => (sdk ? [join(sdk, "emulator", name)] : []);
  const searched = [
    ...inSdk(env["ANDROID_HOME"]),
    ...inSdk(env["ANDROID_SDK_ROOT"]),
    ...folders.map((folder) => join(folder, name)),
    ...inSdk(usualSdk(env, platform)),
  ];
  const path = searched.find(isExecutable);
  if (path !== undefined) return path;
  const inSdks = searched.filter((place) => !folders.some((folder) => place === join(folder, name)));
  const places = [...(folders.length === 0 ? [] : [`${name} in the folders of PATH`]), ...inSdks].join(" and ") || name;
  throw new FoveaError("EMULATOR_NOT_FOUND", `no Android emulator is installed here; looked for ${places}`);
}
