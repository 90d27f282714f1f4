import { quoteWords } from "../../screen/label.js";
import type { StateChange } from "./device-changes.js";

/** In lines: what an earlier process left, which was killed, and what is restored of that now. */
export function restoredText(serial: string, changes: readonly StateChange[]): string {
  const lines = changes.map(({ state, before, after }) => `${state}: ${shown(before)} -> ${shown(after)}`);
  const head = `! an earlier process ended without restoring what it changed on ${serial}; now it is restored:`;
  return [head, ...lines].join("\n");
}

/** What a device gave may be words of an app. */
function shown(value: string | null): string {
  if (value === null) return "default";
  return /^[\w.:,/+-]{1,60}$/.test(value) ? value : quoteWords(value.slice(0, 200));
}
