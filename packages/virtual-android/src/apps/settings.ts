import type { IconName } from "../draw/icons.js";
import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { icon } from "../ui/widgets/basic.js";
import { iconButton } from "../ui/widgets/buttons.js";
import { chevron, list, listRow } from "../ui/widgets/lists.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { page } from "./builder.js";
import { settingsPage } from "./settings-pages.js";

const PACKAGE = "com.android.settings";

/** The system's settings: a main list, and pages whose switches work. */
export function settingsApp(): App {
  return {
    packageName: PACKAGE,
    label: "Settings",
    labels: { de: "Einstellungen", "pt-BR": "Configurações" },
    icon: { symbol: "gear", color: 0xff5b6478 },
    isSystem: true,
    activities: [
      {
        className: `${PACKAGE}.Settings`,
        isLauncher: true,
        filters: [{ action: "android.settings.SETTINGS" }],
        open: mainScreen,
      },
      {
        className: `${PACKAGE}.SubSettings`,
        isExported: false,
        open: (host, intent) => settingsPage(host, { page: intent.extras?.get("page") ?? "About phone" }),
      },
      {
        className: `${PACKAGE}.Settings$WifiSettingsActivity`,
        filters: [{ action: "android.settings.WIFI_SETTINGS" }],
        open: (host) => settingsPage(host, { page: "Network & internet" }),
      },
      {
        className: `${PACKAGE}.Settings$DisplaySettingsActivity`,
        filters: [{ action: "android.settings.DISPLAY_SETTINGS" }],
        open: (host) => settingsPage(host, { page: "Display" }),
      },
    ],
  };
}

interface Entry {
  readonly title: string;
  readonly summary: string;
  readonly symbol: IconName;
  readonly color: number;
}

const GROUPS: readonly (readonly Entry[])[] = [
  [
    { title: "Network & internet", summary: "Wi-Fi, mobile, hotspot", symbol: "wifi", color: 0xff2f6fde },
    { title: "Connected devices", summary: "Bluetooth, pairing", symbol: "bluetooth", color: 0xff7a4fd0 },
  ],
  [
    { title: "Apps", summary: "Recent apps, default apps", symbol: "apps", color: 0xffd9682b },
    { title: "Notifications", summary: "History, conversations", symbol: "bell", color: 0xffc94a5b },
    { title: "Battery", summary: "100% – charging", symbol: "battery", color: 0xff2f9e58 },
    { title: "Storage", summary: "34% used – 84 GB free", symbol: "folder", color: 0xff8f7a2b },
  ],
  [
    { title: "Sound", summary: "Volume, vibration, Do Not Disturb", symbol: "volume", color: 0xffb04a9c },
    { title: "Display", summary: "Dark theme, font size, brightness", symbol: "sun", color: 0xffd98a1e },
    { title: "Region", summary: "Germany", symbol: "globe", color: 0xff1f8f8f },
  ],
  [
    { title: "Security", summary: "Screen lock, app security", symbol: "shield", color: 0xff3c8d5a },
    { title: "Location", summary: "On – 4 apps have access", symbol: "pin", color: 0xff2d7fc1 },
    { title: "About phone", summary: "Virtual phone", symbol: "info", color: 0xff5b6478 },
  ],
];

function mainScreen(host: ActivityHost): Screen {
  const scroll = new ScrollModel();
  const open = (title: string) =>
    host.start({ component: `${PACKAGE}/.SubSettings`, extras: new Map([["page", title]]) });
  return {
    content: () =>
      page(
        {
          title: "Settings",
          actions: [iconButton("search", "Search settings", () => host.toast("Search is not set up"))],
        },
        [
          list(
            GROUPS.flatMap((group, i) => groupRows(group, { isFirst: i === 0, open })),
            scroll,
            { id: "recycler_view" },
          ),
        ],
      ),
  };
}

function groupRows(
  group: readonly Entry[],
  options: { isFirst: boolean; open: (title: string) => void },
): readonly View[] {
  const rows = group.map((entry) =>
    listRow(entry.title, {
      summary: entry.summary,
      leading: coloredSymbol(entry.symbol, entry.color),
      trailing: chevron(),
      onClick: () => options.open(entry.title),
    }),
  );
  const gap: View = { className: "android.view.View", width: "fill", height: 10, isHidden: true };
  return options.isFirst ? rows : [gap, ...rows];
}

function coloredSymbol(symbol: IconName, color: number): View {
  return icon(symbol, {
    id: "android:id/icon",
    size: 42,
    padding: 10,
    radius: 21,
    background: color,
    color: 0xffffffff,
  });
}
