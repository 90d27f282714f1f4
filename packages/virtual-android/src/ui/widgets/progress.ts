import { rectOf } from "../../../../../src/base/geometry.js";
import { cosTurn, sinTurn } from "../../draw/turn.js";
import type { Brush, View } from "../view.js";

/** A progress bar, 0–100. */
export function progressBar(percent: number, options: Partial<View> = {}): View {
  return {
    className: "android.widget.ProgressBar",
    width: "fill",
    height: 16,
    stateDescription: `${Math.round(percent)}%`,
    isImportant: true,
    draw: (brush) => drawBar(brush, percent / 100),
    ...options,
  };
}

function drawBar(brush: Brush, share: number): void {
  const { canvas, inner } = brush;
  const y = (inner.top + inner.bottom) >> 1;
  const half = brush.px(2);
  const x = Math.round(inner.left + (inner.right - inner.left) * share);
  canvas.fillRoundRect(rectOf(inner.left, y - half, inner.right, y + half), half, brush.color("surfaceHigh"));
  if (x > inner.left) canvas.fillRoundRect(rectOf(inner.left, y - half, x, y + half), half, brush.color("primary"));
}

/** A ring that turns forever. It sends no accessibility events: its movement is only visible in frames. */
export function spinner(options: Partial<View> & { size?: number } = {}): View {
  const { size = 48, ...rest } = options;
  return {
    className: "android.widget.ProgressBar",
    width: size,
    height: size,
    isAnimated: true,
    isImportant: true,
    draw: drawSpinner,
    ...rest,
  };
}

const TURN_MS = 1332;
const ARC_STEPS = 24;

function drawSpinner(brush: Brush): void {
  const { rect } = brush;
  const center = { x: (rect.left + rect.right) / 2, y: (rect.top + rect.bottom) / 2 };
  const radius = (rect.right - rect.left) / 2 - brush.px(5);
  const start = (brush.now % TURN_MS) / TURN_MS;
  const points: number[] = [];
  for (let i = 0; i <= ARC_STEPS; i += 1) {
    const turn = start + (0.7 * i) / ARC_STEPS;
    points.push(center.x + radius * cosTurn(turn), center.y + radius * sinTurn(turn));
  }
  brush.canvas.strokeLine(points, { width: brush.px(4), color: brush.color("primary") });
}
