/** The address of the resource that gives the present screen of a device. */
export function screenshotUri(serial: string): string {
  return `fovea://devices/${encodeURIComponent(serial)}/screenshot`;
}
