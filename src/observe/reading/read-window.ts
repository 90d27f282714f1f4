import { decodeText } from "../parse/text.js";
import { parseWindow, sectionsOf, type WindowFacts } from "../parse/window/window-facts.js";

/** What `dumpsys window` sent, and which of its parts were asked for. */
export interface SentWindow {
  readonly bytes: Uint8Array;
  readonly parts: readonly ("displays" | "policy")[];
}

/** Null if it is something else. Errors: OUTPUT_TOO_LARGE. */
export function readWindow({ bytes, parts }: SentWindow): WindowFacts | null {
  return parseWindow(decodeText(bytes), sectionsOf(parts)) ?? null;
}
