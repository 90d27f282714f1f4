import { rectOf } from "../../../../src/base/geometry.js";
import { FieldModel } from "../ui/field.js";
import { ScrollModel } from "../ui/scroll.js";
import type { Brush, View } from "../ui/view.js";
import { column, divider, row } from "../ui/widgets/basic.js";
import { iconButton } from "../ui/widgets/buttons.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { share } from "./notes.js";

const PACKAGE = "com.fovea.browser";

/**
 * A browser. Its page is a tree as WebView reports it (android.view.View nodes without ids). For an address that
 * contains "canvas", it is one node without children, as for a page that a script draws.
 */
export function browserApp(): App {
  return {
    packageName: PACKAGE,
    label: "Browser",
    icon: { symbol: "globe", color: 0xff1f8f8f },
    activities: [
      {
        className: `${PACKAGE}.BrowserActivity`,
        isLauncher: true,
        filters: [{ action: "android.intent.action.VIEW", schemes: ["http", "https"] }],
        open: (host, intent) => browserScreen(host, intent.data ?? "https://example.org/"),
      },
    ],
  };
}

function browserScreen(host: ActivityHost, first: string): Screen {
  const scroll = new ScrollModel();
  const history = [first];
  const go = (url: string) => {
    history.push(url);
    address.setText(url);
    scroll.scrollTo(0);
    host.leaveField();
  };
  const address = new FieldModel({
    kind: "uri",
    action: "go",
    isSelectedOnFocus: true,
    text: first,
    onSubmit: () => go(withScheme(address.text)),
  });
  const back = () => {
    if (history.length < 2) return false;
    history.pop();
    address.setText(history.at(-1) ?? "");
    return true;
  };
  const bar = () =>
    row(
      [
        iconButton("home", "Home page", () => go("https://example.org/"), { id: "home_button" }),
        addressField(address),
        iconButton("share", "Share page", () => share(host, address.text), { id: "share_button" }),
      ],
      { id: "toolbar", width: "fill", height: 60, padding: { x: 4 }, gap: 2 },
    );
  return {
    onBack: back,
    onNewIntent: (intent) => {
      if (intent.data !== null) go(intent.data);
    },
    content: () =>
      column([bar(), divider(), webView(history.at(-1) ?? "", { scroll, go })], { width: "fill", height: "fill" }),
  };
}

function withScheme(typed: string): string {
  return /^[a-z]+:/.test(typed) ? typed : `https://${typed}`;
}

function addressField(field: FieldModel): View {
  return {
    className: "android.widget.EditText",
    id: "url_bar",
    weight: 1,
    height: 44,
    radius: 22,
    background: "surfaceDim",
    padding: { x: 16 },
    text: { value: field.text === "" ? "Search or type address" : field.text, size: 15, color: "text", maxLines: 1 },
    hint: "Search or type address",
    field,
  };
}

function webView(url: string, page: { scroll: ScrollModel; go: (url: string) => void }): View {
  const host = /^[a-z]+:\/\/([^/]+)/.exec(url)?.[1] ?? url;
  if (url.includes("canvas")) return canvasPage(host);
  const root = column(article(host, page.go), {
    className: "android.view.View",
    width: "fill",
    padding: { x: 20, bottom: 40 },
    gap: 6,
  });
  return {
    className: "android.webkit.WebView",
    width: "fill",
    weight: 1,
    scroll: page.scroll,
    label: host,
    spokenText: "",
    isFocusable: true,
    background: "surface",
    children: [root],
  };
}

function article(host: string, go: (url: string) => void): readonly View[] {
  const words = (value: string, size: number, more: Partial<View> = {}): View => ({
    className: "android.view.View",
    width: "fill",
    text: { value, size, color: "text" },
    ...more,
  });
  const link = (title: string, to: string) =>
    words(title, 17, {
      text: { value: title, size: 17, color: "primary" },
      padding: { y: 8 },
      label: title,
      onClick: () => go(to),
    });
  const sections = Array.from({ length: 12 }, (_, i) => [
    words(`Section ${i + 1}`, 22, { padding: { top: 14 } }),
    words(PARAGRAPHS[i % PARAGRAPHS.length] ?? "", 16),
  ]);
  return [
    words(host, 30, { padding: { top: 12, bottom: 8 } }),
    words(
      "This page is drawn by the virtual phone. It has a heading, some text, links, and enough of both to scroll.",
      17,
    ),
    link("More information", `https://${host}/more`),
    link("A page drawn on a canvas", `https://${host}/canvas`),
    ...sections.flat(),
  ];
}

const PARAGRAPHS = [
  "Light falls through the high windows and draws slow squares on the floor. Nobody is in a hurry here.",
  "The river turns twice before the bridge. In spring it takes the lower path with it, and gives it back in May.",
  "Three trains a day stop at the station: one to the coast, one to the hills, and one that only waits.",
] as const;

function canvasPage(host: string): View {
  return {
    className: "android.webkit.WebView",
    width: "fill",
    weight: 1,
    label: host,
    isFocusable: true,
    draw: drawChart,
    onTouch: () => {},
  };
}

/** A bar chart that is not in the hierarchy. */
function drawChart(brush: Brush): void {
  const { canvas, rect } = brush;
  canvas.fillRect(rect, brush.color("surface"));
  const heights = [0.35, 0.6, 0.45, 0.8, 0.7, 0.95, 0.5];
  const width = (rect.right - rect.left) / (heights.length * 2 + 1);
  heights.forEach((share, i) => {
    const left = Math.round(rect.left + width * (i * 2 + 1));
    const top = Math.round(rect.bottom - brush.px(60) - share * (rect.bottom - rect.top) * 0.7);
    canvas.fillRoundRect(
      rectOf(left, top, Math.round(left + width), rect.bottom - brush.px(60)),
      brush.px(6),
      i === 5 ? 0xffd9682b : 0xff3f7fd9,
    );
  });
  canvas.fillRect(
    rectOf(rect.left + brush.px(20), rect.bottom - brush.px(60), rect.right - brush.px(20), rect.bottom - brush.px(58)),
    brush.color("outline"),
  );
}
