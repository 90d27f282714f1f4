/** An edge of a graph whose direction does not matter here. */
export interface Link {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

interface Frame {
  readonly vertex: string;
  /** The link by which it was entered; empty for the first vertex. */
  readonly by: string;
  next: number;
}

/**
 * The ids of the bridges: links without which their component falls into two (Tarjan 1974), ignoring directions.
 * Parallel links between two vertices are not bridges. Without recursion: a graph may be a chain of thousands.
 */
export function bridgesOf(links: readonly Link[]): ReadonlySet<string> {
  const around = new Map<string, Link[]>();
  for (const link of links) {
    around.set(link.from, [...(around.get(link.from) ?? []), link]);
    around.set(link.to, [...(around.get(link.to) ?? []), link]);
  }
  const [order, low] = [new Map<string, number>(), new Map<string, number>()];
  const found = new Set<string>();
  for (const start of around.keys()) {
    if (order.has(start)) continue;
    const stack: Frame[] = [enter(start, "", order, low)];
    while (stack.length > 0) step(stack, { around, order, low, found });
  }
  return found;
}

interface Walk {
  readonly around: ReadonlyMap<string, readonly Link[]>;
  readonly order: Map<string, number>;
  readonly low: Map<string, number>;
  readonly found: Set<string>;
}

function enter(vertex: string, by: string, order: Map<string, number>, low: Map<string, number>): Frame {
  low.set(vertex, order.size);
  order.set(vertex, order.size);
  return { vertex, by, next: 0 };
}

function step(stack: Frame[], { around, order, low, found }: Walk): void {
  const frame = stack.at(-1);
  if (!frame) return;
  const link = around.get(frame.vertex)?.[frame.next];
  frame.next += 1;
  if (link) {
    const other = link.from === frame.vertex ? link.to : link.from;
    if (link.id === frame.by || other === frame.vertex) return;
    const seen = order.get(other);
    if (seen === undefined) stack.push(enter(other, link.id, order, low));
    else low.set(frame.vertex, Math.min(low.get(frame.vertex) ?? 0, seen));
    return;
  }
  stack.pop();
  const parent = stack.at(-1);
  if (!parent) return;
  const lowest = low.get(frame.vertex) ?? 0;
  low.set(parent.vertex, Math.min(low.get(parent.vertex) ?? 0, lowest));
  if (lowest > (order.get(parent.vertex) ?? 0)) found.add(frame.by);
}
