import assert from "node:assert/strict";

/** About `count` places at which to cut a text of this length, at varying offsets. */
export function cutPlaces(length: number, count: number): readonly number[] {
  const step = Math.max(1, Math.floor(length / count));
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => Math.min(length, index * step + (index % 7)));
}

/**
 * Asserts that every fact of `cut` is also a fact of `whole`; null and missing values are not facts. Keys in `ignored`
 * are skipped.
 */
export function assertNothingInvented(
  cut: unknown,
  whole: unknown,
  label: string,
  ignored: ReadonlySet<string> = new Set(),
): void {
  if (cut === null || cut === undefined) return;
  if (typeof cut !== "object") {
    assert.equal(cut, whole, label);
    return;
  }
  for (const [key, value] of Object.entries(cut)) {
    if (ignored.has(key)) continue;
    const counterpart = (whole as Record<string, unknown> | null | undefined)?.[key];
    assertNothingInvented(value, counterpart, `${label}.${key}`, ignored);
  }
}
