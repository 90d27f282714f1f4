import { type PlatformPath, default as paths } from "node:path";

/** The path of a file relative to a folder, with slashes as other hosts read it: Windows would write backslashes. */
export function nameBelow(folder: string, file: string, { relative, sep }: PlatformPath = paths): string {
  return relative(folder, file).split(sep).join("/");
}
