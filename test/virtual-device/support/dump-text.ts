import { serviceNamed } from "../../../packages/virtual-android/src/dumps/services.js";
import type { PhoneState } from "../../../packages/virtual-android/src/phone-state.js";

/** What a service prints of a state, without the waits between. */
export function dumpText(state: PhoneState, service: string, ...args: readonly string[]): string {
  const parts = serviceNamed(state, service)?.dump(state, args) ?? [];
  return parts.map((part) => (typeof part === "string" ? `${part}\n` : "")).join("");
}

/** The first group of the first match; null if nothing matches. */
export function find(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null;
}
