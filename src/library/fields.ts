import type { ActOptions, ScrollToOptions } from "./types.js";

/** Arguments of a tool; what is undefined is left out. Tools check them as they check those of MCP clients. */
export type Fields = Readonly<Record<string, unknown>>;

export function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function actFields({ timeoutMs, expect }: ActOptions): Fields {
  return given({ timeout_ms: timeoutMs, expect });
}

export function scrollFields(target: string, { way, within, mostSwipes }: ScrollToOptions): Fields {
  return given({ target, direction: way, within, most_swipes: mostSwipes });
}

/** A package id has no colon; an address begins with its scheme. */
export function isAddress(packageOrUrl: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(packageOrUrl);
}

/** Whether it is an object of which every value is a text. */
export function isOfTexts(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((one) => typeof one === "string");
}
