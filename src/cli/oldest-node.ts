/** The oldest Node on which Fovea runs; `engines` of package.json has the same version. */
export const OLDEST_NODE = "22.13.0";

/** The message for a user with an older Node, in one sentence; null if Node is new enough. */
export function nodeIsTooOld(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `fovea needs Node ${oldestMajor}.${oldestMinor} or later, and this is Node ${version}: install a newer one from nodejs.org.`;
}
