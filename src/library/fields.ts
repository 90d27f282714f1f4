import type { ActOptions, ScrollToOptions } from "./types.js";

/** The arguments of a tool, without those that are undefined. Tools check them as they check those of MCP clients. */
export type Fields = Readonly<Record<string, unknown>>;

export function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function actFields({ timeoutMs, expect }: ActOptions): Fields {
  return withoutUndefined({ timeout_ms: timeoutMs, expect });
}

export function scrollFields(target: string, { way, within, mostSwipes }: ScrollToOptions): Fields {
  return withoutUndefined({ target, direction: way, within, most_swipes: mostSwipes });
}

/** Whether a text is an address, which begins with its scheme: a package id has no colon. */
export function isAddress(packageOrUrl: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(packageOrUrl);
}

/** Whether the value is an object with only texts as values. */
export function isOfTexts(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((one) => typeof one === "string");
}
