import { rectOf } from "../../../../src/base/geometry.js";
import { mix } from "../draw/color.js";
import { layoutText } from "../draw/text-layout.js";
import { sinTurn } from "../draw/turn.js";
import type { Brush } from "../ui/view.js";
import type { ActivityHost, App, Screen } from "./app.js";

const PACKAGE = "com.fovea.game";
const COLUMNS = 8;
const LAP_MS = 4000;

/**
 * A game in landscape: one SurfaceView without any text for accessibility, moving all the time, and drawn without HWUI.
 * A tap on a balloon pops it.
 */
export function gameApp(): App {
  return {
    packageName: PACKAGE,
    label: "Balloons",
    icon: { symbol: "game", color: 0xffc94a5b },
    drawsFrames: false,
    activities: [
      {
        className: `${PACKAGE}.GameActivity`,
        isLauncher: true,
        orientation: "landscape",
        isImmersive: true,
        open: gameScreen,
      },
    ],
  };
}

function gameScreen(host: ActivityHost): Screen {
  const popped = new Set<number>();
  let size = { width: 1, height: 1, unit: 1 };
  const tap = (x: number, y: number) => {
    for (let i = 0; i < COLUMNS; i += 1) {
      const balloon = balloonAt(i, host.now(), size);
      const [dx, dy] = [x - balloon.x, y - balloon.y];
      if (dx * dx + dy * dy < balloon.radius * balloon.radius * 1.3) popped.add(i);
    }
    if (popped.size === COLUMNS) popped.clear();
  };
  const draw = (brush: Brush) => {
    const { rect } = brush;
    size = { width: rect.right - rect.left, height: rect.bottom - rect.top, unit: brush.px(1) };
    drawSky(brush);
    for (let i = 0; i < COLUMNS; i += 1) if (!popped.has(i)) drawBalloon(brush, i, size);
    drawScore(brush, popped.size);
  };
  return {
    content: () => ({
      className: "android.view.SurfaceView",
      width: "fill",
      height: "fill",
      isAnimated: true,
      isImportant: false,
      draw,
      onTouch: (kind, x, y) => {
        if (kind === "down") tap(x, y);
      },
    }),
  };
}

interface Field {
  readonly width: number;
  readonly height: number;
  readonly unit: number;
}

function balloonAt(index: number, now: number, field: Field): { x: number; y: number; radius: number } {
  const phase = (now / LAP_MS + index * 0.37) % 1;
  const sway = sinTurn(phase + index * 0.21) * field.unit * 14;
  const column = (field.width / COLUMNS) * (index + 0.5);
  return { x: Math.round(column + sway), y: Math.round(field.height * (1.1 - 1.25 * phase)), radius: field.unit * 34 };
}

const COLORS = [
  0xffe0514f, 0xfff2a33a, 0xffefd23d, 0xff58b368, 0xff3fa7d6, 0xff5a6acf, 0xffa45bc2, 0xffdb6d9d,
] as const;

function drawBalloon(brush: Brush, index: number, field: Field): void {
  const { canvas, rect } = brush;
  const { x, y, radius } = balloonAt(index, brush.now, field);
  const [left, top] = [rect.left + x, rect.top + y];
  canvas.fillRect(
    rectOf(left - brush.px(0.5), top + radius, left + brush.px(1), top + radius + brush.px(60)),
    0xaaffffff,
  );
  canvas.fillCircle(left, top, radius, COLORS[index] ?? 0xffffffff);
  canvas.fillCircle(
    left - Math.round(radius * 0.35),
    top - Math.round(radius * 0.35),
    Math.round(radius * 0.22),
    0x88ffffff,
  );
}

function drawSky(brush: Brush): void {
  const { canvas, rect } = brush;
  const height = rect.bottom - rect.top;
  const band = 8;
  for (let y = 0; y < height; y += band) {
    const color = mix(0xff4aa3e0, 0xffcfeafc, Math.floor((y * 255) / height));
    canvas.fillRect(rectOf(rect.left, rect.top + y, rect.right, Math.min(rect.bottom, rect.top + y + band)), color);
  }
  const background = rect.bottom - brush.px(36);
  canvas.fillRect(rectOf(rect.left, background, rect.right, rect.bottom), 0xff6bbf59);
}

function drawScore(brush: Brush, score: number): void {
  const { canvas, rect } = brush;
  const style = { size: brush.px(26), weight: "bold", maxLines: 1 } as const;
  const words = layoutText(canvas.fonts, `Score ${score}`, style, rect.right - rect.left);
  const at = { left: rect.left + brush.px(24), top: rect.top + brush.px(16), boxWidth: words.width };
  canvas.drawText(words, at, { color: 0xffffffff, align: "start" });
}
