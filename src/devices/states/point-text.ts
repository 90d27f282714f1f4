/** A location in degrees, in the form of states: `52.520000,13.405000`. */
export function pointText(latitude: number, longitude: number): string {
  return `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
}

/** The location in a text; undefined if it is not in that form. */
export function parsePointText(text: string): { readonly latitude: number; readonly longitude: number } | undefined {
  const [, latitude, longitude] = /^(-?\d{1,3}\.\d{6}),(-?\d{1,3}\.\d{6})$/.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  return { latitude: Number(latitude), longitude: Number(longitude) };
}
