import type { ActOptions, Path, SwipeOptions, Target } from "./types.js";

/** Arguments of a tool; what is undefined is left out. Tools check them as they check those of MCP clients. */
export type Fields = Readonly<Record<string, unknown>>;

export function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function targetText(target: Target): string {
  if (typeof target === "string") return target;
  return "ref" in target ? target.ref : `${target.x},${target.y}`;
}

export function optionalTarget(target: Target | undefined): string | undefined {
  return target === undefined ? undefined : targetText(target);
}

export function actFields({ timeoutMs, expect }: ActOptions): Fields {
  return given({ timeout_ms: timeoutMs, expect });
}

export function swipeFields(way: string | Path, { target, speed, ...rest }: SwipeOptions): Fields {
  const places = typeof way === "string" ? { direction: way } : { from: targetText(way.from), to: targetText(way.to) };
  return given({ ...places, target: optionalTarget(target), speed, ...actFields(rest) });
}

/** A package id has no colon; an address begins with its scheme. */
export function isAddress(packageOrUrl: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(packageOrUrl);
}
