import { type PlatformPath, default as paths } from "node:path";

/** The name of a file below a folder as other hosts read it, with slashes: Windows would write backslashes. */
export function nameBelow(folder: string, file: string, { relative, sep }: PlatformPath = paths): string {
  return relative(folder, file).split(sep).join("/");
}
