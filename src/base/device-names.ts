/**
 * Whether Windows takes a file's name for a device of its own, whatever comes after the first dot: what is written
 * there is lost. https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i.test(name);
}
