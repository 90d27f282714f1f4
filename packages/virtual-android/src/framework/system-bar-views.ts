import { rectOf } from "../../../../src/base/geometry.js";
import type { IconName } from "../draw/icons.js";
import type { Paint } from "../ui/theme.js";
import type { Brush, View } from "../ui/view.js";
import { icon, row, spacer, text } from "../ui/widgets/basic.js";

export interface StatusBarFacts {
  readonly clock: string;
  readonly batteryLevel: number;
  readonly hasWifi: boolean;
  readonly isAirplane: boolean;
  readonly color: Paint;
  /** The pixels that the navigation bar or the cutout takes at the sides. */
  readonly sideInset: { readonly left: number; readonly right: number };
  readonly onPullDown: () => void;
  readonly pullDistance: number;
}

/** The bar at the top: clock, then signals and battery. A swipe down on it opens the shade. */
export function statusBarView(facts: StatusBarFacts): View {
  const { color } = facts;
  const signals = facts.isAirplane
    ? [icon("plane", { size: 15, color, label: "Airplane mode." })]
    : [icon("signal", { size: 14, color, label: "Phone signal full." })];
  const wifi = facts.hasWifi ? [icon("wifi", { size: 15, color, label: "Wifi signal full." })] : [];
  return row(
    [
      text(facts.clock, { id: "com.android.systemui:id/clock", size: 14, bold: "medium", color }),
      spacer(),
      ...wifi,
      ...signals,
      text(`${facts.batteryLevel}%`, {
        size: 12,
        bold: "medium",
        color,
        id: "com.android.systemui:id/battery_percentage_view",
      }),
      batteryView(facts.batteryLevel, color),
    ],
    {
      className: "android.widget.FrameLayout",
      id: "com.android.systemui:id/status_bar_container",
      width: "fill",
      height: "fill",
      padding: { x: 18 },
      gap: 4,
      insets: { left: facts.sideInset.left, top: 0, right: facts.sideInset.right, bottom: 0 },
      onTouch: pullHandler(facts),
    },
  );
}

/** Opens the shade when the finger has moved down far enough, once for each touch. */
function pullHandler(facts: StatusBarFacts): NonNullable<View["onTouch"]> {
  return (kind, _x, y) => {
    if (kind !== "down" && y > facts.pullDistance) facts.onPullDown();
  };
}

function batteryView(level: number, color: Paint): View {
  return {
    className: "android.widget.LinearLayout",
    id: "com.android.systemui:id/battery",
    label: `Battery ${level} percent.`,
    width: 10,
    height: 16,
    draw: (brush) => drawBattery(brush, level, color),
  };
}

function drawBattery(brush: Brush, level: number, color: Paint): void {
  const { canvas, rect } = brush;
  const cap = brush.px(2);
  const body = rectOf(rect.left, rect.top + cap, rect.right, rect.bottom);
  const middle = (rect.left + rect.right) >> 1;
  canvas.fillRect(rectOf(middle - cap, rect.top, middle + cap, rect.top + cap), brush.color(color));
  canvas.strokeRoundRect(body, cap, { width: brush.px(1.2), color: brush.color(color) });
  const full = body.bottom - body.top;
  const empty = Math.round((full * (100 - level)) / 100);
  canvas.fillRoundRect(rectOf(body.left, body.top + empty, body.right, body.bottom), cap, brush.color(color));
}

export interface NavigationBarFacts {
  readonly mode: "buttons" | "gesture";
  readonly isVertical: boolean;
  readonly color: Paint;
  readonly isKeyboardShown: boolean;
  readonly onBack: () => void;
  readonly onHome: () => void;
  readonly onRecents: () => void;
  readonly onTouch: NonNullable<View["onTouch"]>;
}

/** Three buttons, or the handle of gesture navigation. */
export function navigationBarView(facts: NavigationBarFacts): View {
  if (facts.mode === "gesture") return pillView(facts);
  const { isVertical } = facts;
  const back = navigationKey(facts, {
    symbol: facts.isKeyboardShown ? "down" : "triangle",
    id: "back",
    label: "Back",
    onClick: facts.onBack,
  });
  const home = navigationKey(facts, { symbol: "circle", id: "home", label: "Home", onClick: facts.onHome });
  const recents = navigationKey(facts, {
    symbol: "square",
    id: "recent_apps",
    label: "Overview",
    onClick: facts.onRecents,
  });
  const keys = [back, home, recents];
  return {
    className: "android.widget.FrameLayout",
    id: "com.android.systemui:id/navigation_bar_frame",
    arrange: isVertical ? "column" : "row",
    width: "fill",
    height: "fill",
    padding: isVertical ? { y: 24 } : { x: 24 },
    children: isVertical ? keys.toReversed() : keys,
  };
}

interface NavigationKey {
  readonly symbol: IconName;
  readonly id: string;
  readonly label: string;
  readonly onClick: () => void;
}

function navigationKey(facts: NavigationBarFacts, options: NavigationKey): View {
  const { isVertical } = facts;
  const { symbol, id, label, onClick } = options;
  const key = icon(symbol, {
    className: "android.widget.ImageView",
    id: `com.android.systemui:id/${id}`,
    label,
    onClick,
    color: facts.color,
    padding: isVertical ? { y: 14 } : { x: 22 },
    width: isVertical ? 20 : 64,
    height: isVertical ? 48 : 20,
  });
  return {
    className: "android.widget.FrameLayout",
    arrange: "stack",
    align: "center",
    justify: "center",
    weight: 1,
    ...(isVertical ? { width: "fill" as const } : { height: "fill" as const }),
    isImportant: false,
    children: [key],
  };
}

function pillView(facts: NavigationBarFacts): View {
  return {
    className: "android.widget.FrameLayout",
    id: "com.android.systemui:id/navigation_bar_frame",
    width: "fill",
    height: "fill",
    onTouch: facts.onTouch,
    draw: (brush) => {
      const { rect } = brush;
      const [halfWidth, halfHeight] = [brush.px(54), brush.px(2)];
      const [x, y] = [(rect.left + rect.right) >> 1, (rect.top + rect.bottom) >> 1];
      const pill = rectOf(x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight);
      brush.canvas.fillRoundRect(pill, halfHeight, brush.color(facts.color));
    },
  };
}
