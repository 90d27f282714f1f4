import type { FlowLine } from "../flow-lines.js";
import { flowItem, type PageItem } from "./page-item.js";

/** How many seconds the clocks of a flow and of its actions may differ. */
const SLACK = 0.05;

/**
 * The rows of a page, ordered by time. Each action gets the number of its flow step. Flow steps without an action, and
 * failed ones, get a row of their own. The steps have numbers from `first` on.
 */
export function withFlowRows(
  items: readonly PageItem[],
  lines: readonly FlowLine[],
  first: number,
): readonly PageItem[] {
  const rows: PageItem[] = [];
  const found = new Map<PageItem, number>();
  for (const [place, line] of lines.entries()) {
    const number = first + place;
    const end = line.timestamp + line.duration_ms / 1_000 + SLACK;
    const acts = items.filter(
      ({ kind, timestamp }) => kind === "step" && timestamp >= line.timestamp - SLACK && timestamp <= end,
    );
    for (const act of acts) if (!found.has(act)) found.set(act, number);
    if (acts.length === 0 || line.outcome === "failed") rows.push(flowItem(line, number));
  }
  const acts = items.map((item) => {
    const flow = found.get(item);
    return flow === undefined ? item : { ...item, flow };
  });
  return [...acts, ...rows].toSorted((a, b) => endOf(a) - endOf(b));
}

/** The time by which a row is sorted: a flow step comes after its actions. */
function endOf({ kind, timestamp, tookMs }: PageItem): number {
  return kind === "flow" ? timestamp + (tookMs ?? 0) / 1_000 : timestamp;
}
