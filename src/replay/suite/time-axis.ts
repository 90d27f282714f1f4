import { escaped } from "../replay-page.js";
import type { FlowResult } from "./suite.js";

const WIDTH = 1_000;
const LANE = 26;
/** Room for the names of the phones, in px. */
const LEFT = 150;
const TOP = 24;
const MOST_TICKS = 10;
/** Possible distances between two ticks, in s; the first one with few enough ticks is used. */
const STEPS = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

interface Bar {
  readonly name: string;
  readonly device: string;
  readonly outcome: "passed" | "failed";
  readonly from: number;
  readonly to: number;
}

/**
 * A chart of all attempts over the time since the run began, in s, with a row for each phone; an empty text if there
 * are none.
 */
export function timeAxis(results: readonly FlowResult[]): string {
  const bars = results.flatMap(({ name, tries }) =>
    tries.map(({ device, outcome, startedAt, durationMs }): Bar => {
      const from = Date.parse(startedAt) / 1_000;
      return { name, device, outcome, from, to: from + durationMs / 1_000 };
    }),
  );
  if (bars.length === 0) return "";
  const devices = [...new Set(bars.map(({ device }) => device))];
  const began = Math.min(...bars.map(({ from }) => from));
  const length = Math.max(...bars.map(({ to }) => to)) - began || 1;
  const height = TOP + devices.length * LANE + 4;
  const x = (second: number) => (LEFT + ((WIDTH - LEFT - 40) * second) / length).toFixed(1);
  const ticks = ticksOf(length).map(
    (second) =>
      `<line class="tick" x1="${x(second)}" x2="${x(second)}" y1="${TOP - 6}" y2="${height}"/><text x="${x(second)}" y="12" text-anchor="middle">${second} s</text>`,
  );
  const lanes = devices.map(
    (device, lane) => `<text x="0" y="${TOP + lane * LANE + 15}">${escaped(device.slice(0, 20))}</text>`,
  );
  const drawn = bars.map((bar) => {
    const y = TOP + devices.indexOf(bar.device) * LANE;
    const [from, to] = [Number(x(bar.from - began)), Number(x(bar.to - began))];
    const words = `${bar.name}: ${bar.outcome}, ${(bar.to - bar.from).toFixed(1)} s`;
    return `<rect class="${bar.outcome}" x="${from}" y="${y}" width="${Math.max(2, to - from - 1).toFixed(1)}" height="${LANE - 6}" rx="3"><title>${escaped(words)}</title></rect>`;
  });
  return `<h2>Time</h2>
<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="When each flow ran, in seconds since the run began">
${[...ticks, ...lanes, ...drawn].join("\n")}
</svg>`;
}

function ticksOf(length: number): readonly number[] {
  const step = STEPS.find((one) => length / one <= MOST_TICKS) ?? Math.ceil(length / MOST_TICKS);
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, place) => place * step);
}
