import { decodeText } from "../parse/text.js";
import { parseWindow, sectionsOf, type WindowFacts } from "../parse/window/window-facts.js";

/** The output of `dumpsys window`, and which of its parts were requested. */
export interface SentWindow {
  readonly bytes: Uint8Array;
  readonly parts: readonly ("displays" | "policy")[];
}

/** Reads the window facts; null if the output is something else. Errors: OUTPUT_TOO_LARGE. */
export function readWindow({ bytes, parts }: SentWindow): WindowFacts | null {
  return parseWindow(decodeText(bytes), sectionsOf(parts)) ?? null;
}
