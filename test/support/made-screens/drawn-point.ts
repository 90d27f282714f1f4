import type { ActivityHost, App, Screen } from "../../../packages/virtual-android/src/apps/app.js";
import { page } from "../../../packages/virtual-android/src/apps/builder.js";
import { FieldModel } from "../../../packages/virtual-android/src/ui/field.js";
import { ScrollModel } from "../../../packages/virtual-android/src/ui/scroll.js";
import type { View } from "../../../packages/virtual-android/src/ui/view.js";
import { column } from "../../../packages/virtual-android/src/ui/widgets/basic.js";
import { button } from "../../../packages/virtual-android/src/ui/widgets/buttons.js";
import { plainField } from "../../../packages/virtual-android/src/ui/widgets/inputs.js";
import { list } from "../../../packages/virtual-android/src/ui/widgets/lists.js";
import { panel } from "../../../packages/virtual-android/src/ui/widgets/overlays.js";
import { center, isEmpty, type Rect } from "../../../src/base/geometry.js";
import { type DirectPhone, startDirectPhone } from "../direct-phone.js";
import type { Point } from "./axes.js";

const PACKAGE = "com.example.screens";
/** Numbers of controls: few enough for the smallest screen with the largest text, and too many for any screen. */
const COUNTS: Readonly<Record<string, number>> = { fits: 3, "goes on below": 40 };
const WORDS = {
  "left to right": ["Save", "Open", "Share", "Rename", "Move", "Archive", "Print", "Copy"],
  "right to left": ["حفظ", "فتح", "مشاركة", "تسمية", "نقل", "أرشفة", "طباعة", "نسخ"],
} as const;
/** Longer than an app needs to open a dialog, and than a keyboard needs to appear. */
const REST_MS = 1_000;

/** A drawn control, from the phone's own layout. */
export interface TrueControl {
  readonly label: string;
  /** The bounds of its visible part. */
  readonly bounds: Rect;
  /** Whether no part of it is out of sight or covered. */
  readonly isWhole: boolean;
}

export interface DrawnPoint extends AsyncDisposable {
  readonly direct: DirectPhone;
  readonly controls: readonly TrueControl[];
  readonly pixels: { readonly width: number; readonly height: number; readonly rgba: Uint8Array };
}

/** A screen with these values, drawn by the virtual phone. A mark replaces the label `marked`, to show its place. */
export async function drawPoint(point: Point, marked: string | null = null): Promise<DrawnPoint> {
  const direct = await startDirectPhone({
    ...{ apiLevel: 33, app: PACKAGE, size: { width: 720, height: 1280 }, moreApps: () => [appOf(point, marked)] },
    ...{ density: Number(point.density), fontScale: Number(point.font), isDark: point.theme === "dark" },
    ...{ rotation: point.rotation === "1" ? 1 : 0, hasCutout: point.cutout !== "none" },
  });
  const { phone, time } = direct;
  if (point.keyboard === "shown") phone.hooks.tap(FIELD);
  await time.pass(REST_MS);
  const pixels = phone.pixels();
  if (!pixels) throw new Error("the screen is off");
  const placed = phone.hooks.placed().filter(({ view }) => view.id === CONTROL);
  const controls = placed.flatMap(({ view, rect, visible }): readonly TrueControl[] => {
    // A control under a dialog, a sheet or the keyboard takes no touch, and screen readers do not get it.
    const isInFront = phone.hooks.touchedAt(center(visible))?.view === view;
    const isWhole = isInFront && JSON.stringify(rect) === JSON.stringify(visible);
    return isEmpty(visible) ? [] : [{ label: view.text?.value ?? "", bounds: visible, isWhole }];
  });
  return { direct, controls, pixels, [Symbol.asyncDispose]: async () => await direct[Symbol.asyncDispose]() };
}

const CONTROL = "control";
const FIELD = "Name";

function appOf(point: Point, marked: string | null): App {
  return {
    packageName: PACKAGE,
    label: "Screens",
    icon: { symbol: "info", color: 0xff2f6fde },
    activities: [
      { className: `${PACKAGE}.MainActivity`, isLauncher: true, open: (host) => opened(host, point, marked) },
    ],
  };
}

function opened(host: ActivityHost, point: Point, marked: string | null): Screen {
  const field = new FieldModel({});
  const scroll = new ScrollModel();
  const words = WORDS[point.direction === "right to left" ? "right to left" : "left to right"];
  const count = COUNTS[point.length] ?? 3;
  const labelsFrom = (first: number) =>
    Array.from({ length: count }, (_, nth) => `${words[nth % words.length]} ${first + nth}`);
  const controls = (names: readonly string[]): readonly View[] =>
    names.map((name) => button(name === marked ? MARK : name, () => {}, { id: CONTROL, width: "fill" }));
  const shown = (names: readonly string[]) => [plainField({ field, hint: FIELD, id: "name" }), ...controls(names)];
  if (point.overlap !== "none") {
    const content = () => panel([...shown(labelsFrom(101).slice(0, 2))]);
    host.after(0, () => void host.dialog({ content, placement: point.overlap === "sheet" ? "bottom" : "center" }));
  }
  return {
    content: () => {
      const own = point.overlap === "none" ? shown(labelsFrom(1)) : controls(labelsFrom(1));
      const body = point.content === "views" ? list([...own], scroll, { id: "list" }) : web([...own]);
      return page({ title: "Screens" }, [body]);
    },
  };
}

/** A mark about as wide as most labels, with other pixels. */
const MARK = "########";

function web(children: View[]): View {
  return column(children, { className: "android.webkit.WebView", width: "fill", weight: 1 });
}
