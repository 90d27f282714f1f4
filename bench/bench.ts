/** A named figure with its unit, for example { name: "observe p50", value: 812, unit: "ms" }. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The largest allowed value; with `--check` the bench fails if the figure is larger. */
  readonly atMost?: number;
  /** The smallest allowed value. */
  readonly atLeast?: number;
}

/** The figures that miss their budgets, in words. */
export function missedBudgets(figures: readonly Figure[]): readonly string[] {
  return figures.flatMap(({ name, value, unit, atMost, atLeast }) => {
    if (atMost !== undefined && value > atMost) return [`${name}: ${value} ${unit}, and at most ${atMost} are allowed`];
    if (atLeast !== undefined && value < atLeast)
      return [`${name}: ${value} ${unit}, and at least ${atLeast} are needed`];
    return [];
  });
}

/** The output and the figures of a bench. */
export interface BenchResult {
  /** Lines for people. */
  readonly text: string;
  readonly figures: readonly Figure[];
}

/** One bench. It gets the arguments after its name. */
export interface Bench {
  readonly name: string;
  readonly about: string;
  run(args: readonly string[]): Promise<BenchResult>;
}

/** Rows as a table with aligned columns; the first row is the header. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map(String));
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  return texts
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    )
    .join("\n");
}

/** The value below which this share (0–1) of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  return Math.round((sorted[place] ?? 0) * 10) / 10;
}
