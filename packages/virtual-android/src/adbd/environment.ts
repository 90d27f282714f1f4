import { DEFAULT_PATH } from "../system/programs.js";

/** The environment variables with which adbd starts every program. */
export function adbdEnvironment(deviceName: string, term: string | null): ReadonlyMap<string, string> {
  return new Map([
    ["ANDROID_ASSETS", "/system/app"],
    ["ANDROID_BOOTLOGO", "1"],
    ["ANDROID_DATA", "/data"],
    ["ANDROID_ROOT", "/system"],
    ["ANDROID_STORAGE", "/storage"],
    ["DOWNLOAD_CACHE", "/data/cache"],
    ["EXTERNAL_STORAGE", "/sdcard"],
    ["HOME", "/"],
    ["HOSTNAME", deviceName],
    ["LOGNAME", "shell"],
    ["PATH", DEFAULT_PATH],
    ["SHELL", "/bin/sh"],
    ["TERM", term ?? "dumb"],
    ["TMPDIR", "/data/local/tmp"],
    ["USER", "shell"],
  ]);
}
