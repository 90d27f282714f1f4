import { XMLParser } from "fast-xml-parser";

/** The durations of flows in an earlier run, in ms by file, from its JUnit file; empty for a file of another form. */
export function durationsIn(xml: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  try {
    const parsed: unknown = new XMLParser({ ignoreAttributes: false, processEntities: true }).parse(xml);
    collect(parsed, found, 0);
  } catch {
    return new Map(); // the durations only decide the order
  }
  return found;
}

const DEEPEST = 6;

function collect(node: unknown, found: Map<string, number>, depth: number): void {
  if (typeof node !== "object" || node === null || depth > DEEPEST) return;
  const { "@_file": file, "@_time": time } = node as { readonly "@_file"?: unknown; readonly "@_time"?: unknown };
  const ms = Number(time) * 1_000;
  if (typeof file === "string" && Number.isFinite(ms)) found.set(file, (found.get(file) ?? 0) + ms);
  for (const inner of Object.values(node)) {
    if (Array.isArray(inner)) for (const one of inner) collect(one, found, depth + 1);
    else collect(inner, found, depth + 1);
  }
}
