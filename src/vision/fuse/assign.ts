/** `value` (above 0) is the score for element `row` and detection `column` being the same. */
export interface Pairing {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

/** A group with more rows or columns than this is paired greedily. */
const MOST_EXACT = 300;

/**
 * Pairs rows with columns, each at most once, with the largest sum of values. Groups of pairings without common rows or
 * columns are solved separately, so that the cubic method gets only a few boxes at a time. Of equal sums, the one with
 * lower rows and columns is taken.
 */
export function assign(pairings: readonly Pairing[]): readonly Pairing[] {
  return connectedGroups(pairings).flatMap((tangle) => {
    if (tangle.length === 1) return tangle;
    const rows = distinct(tangle.map(({ row }) => row));
    const columns = distinct(tangle.map(({ column }) => column));
    return Math.max(rows.length, columns.length) > MOST_EXACT ? greedy(tangle) : exact(tangle, rows, columns);
  });
}

function distinct(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Groups of pairings that are connected by common rows or columns, in the order of their first pairings. */
function connectedGroups(pairings: readonly Pairing[]): readonly (readonly Pairing[])[] {
  const byRow = new Map<number, Pairing[]>();
  const byColumn = new Map<number, Pairing[]>();
  for (const pairing of pairings) {
    push(byRow, pairing.row, pairing);
    push(byColumn, pairing.column, pairing);
  }
  const done = new Set<Pairing>();
  return pairings.flatMap((first) => {
    if (done.has(first)) return [];
    const found: Pairing[] = [];
    const open = [first];
    done.add(first);
    for (let next = open.pop(); next; next = open.pop()) {
      found.push(next);
      for (const other of [...(byRow.get(next.row) ?? []), ...(byColumn.get(next.column) ?? [])]) {
        if (!done.has(other)) open.push(other);
        done.add(other);
      }
    }
    return [found];
  });
}

function push(lists: Map<number, Pairing[]>, key: number, pairing: Pairing): void {
  const list = lists.get(key);
  if (list) list.push(pairing);
  else lists.set(key, [pairing]);
}

function greedy(tangle: readonly Pairing[]): readonly Pairing[] {
  const rows = new Set<number>();
  const columns = new Set<number>();
  const best = [...tangle].sort((a, b) => b.value - a.value || a.row - b.row || a.column - b.column);
  return best.filter(({ row, column }) => {
    if (rows.has(row) || columns.has(column)) return false;
    rows.add(row);
    columns.add(column);
    return true;
  });
}

/**
 * The Hungarian method by shortest augmenting paths, after Kuhn and Munkres; pairs without a value are left out of the
 * result.
 */
function exact(tangle: readonly Pairing[], rows: readonly number[], columns: readonly number[]): readonly Pairing[] {
  const size = Math.max(rows.length, columns.length);
  const rowAt = new Map(rows.map((row, at) => [row, at]));
  const columnAt = new Map(columns.map((column, at) => [column, at]));
  const costs = new Float64Array(size * size);
  const pairs = new Map<number, Pairing>();
  for (const pairing of tangle) {
    const at = (rowAt.get(pairing.row) ?? 0) * size + (columnAt.get(pairing.column) ?? 0);
    costs[at] = -pairing.value;
    pairs.set(at, pairing);
  }
  return cheapest(costs, size).flatMap((column, row) => pairs.get(row * size + column) ?? []);
}

/** The column of each row of a square matrix, such that the sum of costs is the least. */
function cheapest(costs: Float64Array, size: number): readonly number[] {
  const rowPrice = new Float64Array(size + 1);
  const columnPrice = new Float64Array(size + 1);
  const rowOf = new Int32Array(size + 1);
  for (let row = 1; row <= size; row += 1) augment({ costs, size, rowPrice, columnPrice, rowOf }, row);
  const columns = new Array<number>(size).fill(0);
  for (let column = 1; column <= size; column += 1) columns[(rowOf[column] ?? 1) - 1] = column - 1;
  return columns;
}

interface Prices {
  readonly costs: Float64Array;
  readonly size: number;
  readonly rowPrice: Float64Array;
  readonly columnPrice: Float64Array;
  /** The row of each column, from 1 on; 0 for none. */
  readonly rowOf: Int32Array;
}

function augment({ costs, size, rowPrice, columnPrice, rowOf }: Prices, row: number): void {
  const least = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
  const before = new Int32Array(size + 1);
  const used = new Uint8Array(size + 1);
  rowOf[0] = row;
  let column = 0;
  while ((rowOf[column] ?? 0) !== 0) {
    used[column] = 1;
    const from = rowOf[column] ?? 0;
    let nearest = 0;
    let step = Number.POSITIVE_INFINITY;
    for (let to = 1; to <= size; to += 1) {
      if (used[to] === 1) continue;
      const cost = (costs[(from - 1) * size + to - 1] ?? 0) - (rowPrice[from] ?? 0) - (columnPrice[to] ?? 0);
      if (cost < (least[to] ?? 0)) {
        least[to] = cost;
        before[to] = column;
      }
      if ((least[to] ?? 0) < step) {
        step = least[to] ?? 0;
        nearest = to;
      }
    }
    for (let to = 0; to <= size; to += 1) {
      if (used[to] === 1) {
        rowPrice[rowOf[to] ?? 0] = (rowPrice[rowOf[to] ?? 0] ?? 0) + step;
        columnPrice[to] = (columnPrice[to] ?? 0) - step;
      } else least[to] = (least[to] ?? 0) - step;
    }
    column = nearest;
  }
  for (let at = column; at !== 0; ) {
    const previous = before[at] ?? 0;
    rowOf[at] = rowOf[previous] ?? 0;
    at = previous;
  }
}
