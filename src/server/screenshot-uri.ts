/** The resource that gives a device's screen as it is when it is read. */
export function screenshotUri(serial: string): string {
  return `fovea://devices/${encodeURIComponent(serial)}/screenshot`;
}
