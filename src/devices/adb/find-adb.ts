import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface AdbBinary {
  /** The user's adb, or null. */
  readonly path: string | null;
  /** The files that were looked for, in order. */
  readonly searched: readonly string[];
}

/** The user's own adb: $ANDROID_HOME/platform-tools, $ANDROID_SDK_ROOT/platform-tools, then the folders of $PATH. */
export function findAdb(env: Environment): AdbBinary {
  const name = process.platform === "win32" ? "adb.exe" : "adb";
  const sdks = [env["ANDROID_HOME"], env["ANDROID_SDK_ROOT"]].filter((folder) => folder !== undefined && folder !== "");
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const searched = [
    ...sdks.map((folder) => join(String(folder), "platform-tools", name)),
    ...folders.map((folder) => join(folder, name)),
  ];
  return { path: searched.find(isExecutable) ?? null, searched };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
