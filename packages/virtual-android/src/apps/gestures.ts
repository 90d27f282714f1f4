import { rectOf } from "../../../../src/base/geometry.js";
import type { Brush, View } from "../ui/view.js";
import { column, row, text } from "../ui/widgets/basic.js";
import { button } from "../ui/widgets/buttons.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { page } from "./builder.js";

const PACKAGE = "com.fovea.gestures";

/**
 * Shows which gesture it recognised: tap, double tap, long press. Has a canvas to draw on with one finger, or to zoom
 * with two.
 */
export function gesturesApp(): App {
  return {
    packageName: PACKAGE,
    label: "Gestures",
    icon: { symbol: "edit", color: 0xffd9682b },
    activities: [{ className: `${PACKAGE}.GesturesActivity`, isLauncher: true, open: gesturesScreen }],
  };
}

function gesturesScreen(host: ActivityHost): Screen {
  const counts = { tap: 0, double: 0, long: 0 };
  const lines: number[][] = [];
  let zoom: number | undefined;
  const onZoom = (scale: number) => {
    // The first finger of the pinch had started a line.
    if (lines.at(-1)?.length === 2) lines.pop();
    zoom = Math.round(scale * 100);
  };
  const feel = (kind: keyof typeof counts) => () => {
    counts[kind] += 1;
  };
  const clear = () => {
    lines.length = 0;
    host.update();
  };
  const pads = () =>
    row(
      [
        pad(`Taps: ${counts.tap}`, { id: "tap_pad", onClick: feel("tap") }),
        pad(`Double: ${counts.double}`, { id: "double_pad", onClick: feel("tap"), onDoubleTap: feel("double") }),
        pad(`Long: ${counts.long}`, { id: "long_pad", onClick: feel("tap"), onLongClick: feel("long") }),
      ],
      { width: "fill", gap: 10 },
    );
  const content = { width: "fill", weight: 1, padding: 16, gap: 14 } as const;
  return {
    content: () =>
      page({ title: "Gestures" }, [
        column([pads(), drawing(lines, onZoom), footer(lines.length, zoom, clear)], content),
      ]),
  };
}

function footer(count: number, zoom: number | undefined, clear: () => void): View {
  const words = text(count === 1 ? "1 line" : `${count} lines`, { id: "line_count", size: 16, weight: 1 });
  const zoomed = zoom === undefined ? [] : [text(`Zoom: ${zoom} %`, { id: "zoom", size: 16, weight: 1 })];
  return row([words, ...zoomed, button("Clear", clear, { id: "clear", kind: "outlined" })], { width: "fill" });
}

function pad(words: string, options: Partial<View>): View {
  return text(words, {
    className: "android.widget.Button",
    size: 16,
    bold: "medium",
    color: "onPrimarySoft",
    background: "primarySoft",
    radius: 14,
    weight: 1,
    height: 96,
    textAlign: "center",
    ...options,
  });
}

function drawing(lines: number[][], onZoom: (scale: number) => void): View {
  return {
    className: "android.view.View",
    id: "canvas",
    label: "Drawing area",
    width: "fill",
    weight: 1,
    radius: 14,
    background: "surface",
    stroke: { width: 1, color: "outline" },
    draw: (brush) => drawLines(brush, lines),
    onZoom,
    onTouch: (kind, x, y) => {
      if (kind === "down") lines.push([x, y]);
      else lines.at(-1)?.push(x, y);
    },
  };
}

function drawLines(brush: Brush, lines: readonly (readonly number[])[]): void {
  const { rect, canvas } = brush;
  const line = { width: brush.px(5), color: brush.color("primary") };
  canvas.clipped(rectOf(rect.left, rect.top, rect.right, rect.bottom), () => {
    for (const points of lines)
      canvas.strokeLine(
        points.map((n, i) => n + (i % 2 === 0 ? rect.left : rect.top)),
        line,
      );
  });
}
