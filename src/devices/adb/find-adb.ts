import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface AdbBinary {
  /** The user's adb; null if none was found. */
  readonly path: string | null;
  /** The files that were tried, in order. */
  readonly searched: readonly string[];
}

/**
 * Finds the user's own adb: in $ANDROID_HOME/platform-tools, $ANDROID_SDK_ROOT/platform-tools, the folders of $PATH,
 * and in the folder where Android Studio installs the SDK on this system.
 */
export function findAdb(env: Environment, platform: NodeJS.Platform = process.platform): AdbBinary {
  const { join, delimiter } = platform === "win32" ? win32 : posix;
  const name = platform === "win32" ? "adb.exe" : "adb";
  const named = [env["ANDROID_HOME"], env["ANDROID_SDK_ROOT"]];
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter);
  const inSdk = (sdk: string | undefined) => (sdk ? [join(sdk, "platform-tools", name)] : []);
  const searched = [
    ...named.flatMap(inSdk),
    ...folders.filter((folder) => folder !== "").map((folder) => join(folder, name)),
    ...inSdk(usualSdk(env, platform)),
  ];
  return { path: searched.find(isExecutable) ?? null, searched };
}

/** The folder where Android Studio installs the SDK. */
export function usualSdk(env: Environment, platform: NodeJS.Platform): string | undefined {
  const { HOME: home, LOCALAPPDATA: data } = env;
  if (platform === "win32") return data && win32.join(data, "Android", "Sdk");
  return home && posix.join(home, ...(platform === "darwin" ? ["Library", "Android", "sdk"] : ["Android", "Sdk"]));
}

/** Whether it is a program that this process may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
