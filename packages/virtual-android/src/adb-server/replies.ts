/** The replies of the smart-socket protocol (android.md 9.1). */
export const OKAY = Buffer.from("OKAY");

/** The length in four hex digits, then the text. */
export function protocolString(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(bytes.length.toString(16).padStart(4, "0")), bytes]);
}

/** OKAY and a text. */
export function okayWith(text: string): Buffer {
  return Buffer.concat([OKAY, protocolString(text)]);
}

/** FAIL and the reason. */
export function fail(message: string): Buffer {
  return Buffer.concat([Buffer.from("FAIL"), protocolString(message)]);
}
