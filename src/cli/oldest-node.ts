/** The oldest Node that Fovea runs on; `engines` of package.json says the same. */
export const OLDEST_NODE = "22.13.0";

/** The message for a user whose Node is older, in a sentence; null if it is not. */
export function nodeIsTooOld(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `fovea needs Node ${oldestMajor}.${oldestMinor} or later, and this is Node ${version}: install a newer one from nodejs.org.`;
}
