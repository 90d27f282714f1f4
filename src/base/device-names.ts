/**
 * Whether Windows treats a file's name as a device, whatever comes after the first dot: data written to it is lost.
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i.test(name);
}
