import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { text } from "../ui/widgets/basic.js";
import { slider } from "../ui/widgets/inputs.js";
import { chevron, list, listRow, sectionHeader } from "../ui/widgets/lists.js";
import { alert } from "../ui/widgets/overlays.js";
import { radioButton, toggle } from "../ui/widgets/toggles.js";
import type { ActivityHost, Screen } from "./app.js";
import { page } from "./builder.js";
import { REGIONS } from "./regions.js";

type Namespace = "system" | "secure" | "global";

/** One page of the settings, with this title. */
export function settingsPage(host: ActivityHost, options: { readonly page: string }): Screen {
  const scroll = new ScrollModel();
  const build = PAGES[options.page] ?? plainPage;
  const rows = build(host);
  return {
    content: () =>
      page({ title: options.page, onBack: () => host.finish() }, [list(rows(), scroll, { id: "recycler_view" })]),
  };
}

type Rows = () => readonly View[];

const PAGES: Readonly<Record<string, (host: ActivityHost) => Rows>> = {
  "Network & internet": (host) => () => [
    switchRow(host, { title: "Wi-Fi", key: ["global", "wifi_on"], summary: ["FoveaLab", "Off"] }),
    listRow("Wi-Fi calling", { summary: "Not available", isDisabled: true }),
    listRow("SIMs", { summary: "No SIM card", onClick: () => host.toast("Insert a SIM card") }),
    switchRow(host, { title: "Airplane mode", key: ["global", "airplane_mode_on"] }),
    listRow("Private DNS", { summary: "Automatic", onClick: () => host.toast("Private DNS is automatic") }),
  ],
  "Connected devices": (host) => () => [
    switchRow(host, {
      title: "Bluetooth",
      key: ["global", "bluetooth_on"],
      summary: ["Visible as Virtual Phone", "Off"],
    }),
    sectionHeader("Saved devices"),
    listRow("Kitchen speaker", {
      summary: "Saved",
      symbol: "volume",
      onClick: () => host.toast("Kitchen speaker is not in range"),
    }),
    listRow("Headphones", {
      summary: "Saved",
      symbol: "music",
      onClick: () => host.toast("Headphones are not in range"),
    }),
  ],
  Display: displayRows,
  Sound: soundRows,
  Apps: (host) => () =>
    host
      .installedApps()
      .filter((app) => app.activities.length > 0)
      .map((app) =>
        listRow(app.label, {
          summary: app.packageName,
          symbol: app.icon.symbol,
          trailing: chevron(),
          onClick: () => host.toast(`${app.label}: version 1.0`),
        }),
      ),
  Region: regionRows,
  "About phone": aboutRows,
};

function plainPage(host: ActivityHost): Rows {
  return () => [
    text("Nothing to set here", {
      id: "empty",
      size: 16,
      color: "textSoft",
      width: "fill",
      textAlign: "center",
      padding: { y: 48 },
    }),
    listRow("Learn more", { symbol: "info", onClick: () => host.toast("No help is installed") }),
  ];
}

function switchRow(
  host: ActivityHost,
  options: {
    title: string;
    key: readonly [Namespace, string];
    values?: readonly [string, string];
    summary?: readonly [string, string];
  },
): View {
  const [on, off] = options.values ?? ["1", "0"];
  const [namespace, key] = options.key;
  const isOn = host.setting(namespace, key) === on;
  return listRow(options.title, {
    summary: options.summary?.[isOn ? 0 : 1],
    trailing: toggle({ isOn, id: "android:id/switch_widget" }),
    onClick: () => host.putSetting(namespace, key, isOn ? off : on),
  });
}

function displayRows(host: ActivityHost): Rows {
  return () => [
    sectionHeader("Brightness"),
    slider(
      {
        min: 0,
        max: 255,
        value: Number(host.setting("system", "screen_brightness") ?? 0),
        onChange: (value) => host.putSetting("system", "screen_brightness", String(value)),
      },
      { id: "brightness", label: "Brightness level" },
    ),
    sectionHeader("Appearance"),
    switchRow(host, {
      title: "Dark theme",
      key: ["secure", "ui_night_mode"],
      values: ["2", "1"],
      summary: ["On", "Off"],
    }),
    listRow("Font size", { summary: fontSizeName(host), onClick: () => chooseFontSize(host) }),
    sectionHeader("Other"),
    switchRow(host, { title: "Auto-rotate screen", key: ["system", "accelerometer_rotation"] }),
    listRow("Screen timeout", {
      summary: "After 30 minutes of inactivity",
      onClick: () => host.toast("Kept for development"),
    }),
  ];
}

const FONT_SIZES = [
  ["Small", "0.85"],
  ["Default", "1.0"],
  ["Large", "1.15"],
  ["Largest", "1.3"],
] as const;

function fontSizeName(host: ActivityHost): string {
  const scale = Number(host.setting("system", "font_scale") ?? 1);
  return FONT_SIZES.find(([, value]) => Number(value) === scale)?.[0] ?? `${scale}`;
}

function chooseFontSize(host: ActivityHost): void {
  host.dialog({
    content: (close) =>
      alert({
        title: "Font size",
        content: FONT_SIZES.map(([name, value]) =>
          radioButton(name, {
            id: "android:id/text1",
            className: "android.widget.CheckedTextView",
            width: "fill",
            isOn: fontSizeName(host) === name,
            onClick: () => {
              host.putSetting("system", "font_scale", value);
              close();
            },
          }),
        ),
        buttons: [{ title: "Cancel", role: "negative", onClick: close }],
      }),
  });
}

function soundRows(host: ActivityHost): Rows {
  const levels = new Map([
    ["Media volume", 60],
    ["Call volume", 80],
    ["Ring volume", 40],
    ["Alarm volume", 70],
  ]);
  return () => [
    ...[...levels].flatMap(([title, value]) => [
      sectionHeader(title),
      slider(
        { min: 0, max: 100, value, onChange: (level) => levels.set(title, level) },
        { id: "seekbar", label: title },
      ),
    ]),
    switchRow(host, { title: "Vibrate on tap", key: ["system", "haptic_feedback_enabled"] }),
  ];
}

function regionRows(host: ActivityHost): Rows {
  let chosen = "Germany";
  return () =>
    REGIONS.map((region) =>
      listRow(region, {
        minHeight: 56,
        trailing: radioButton("", { isOn: region === chosen, width: 24, padding: 0, isHidden: true }),
        isSelected: region === chosen,
        onClick: () => {
          chosen = region;
          host.toast(`Region: ${region}`);
        },
      }),
    );
}

function aboutRows(host: ActivityHost): Rows {
  let taps = 0;
  const tapBuild = () => {
    taps += 1;
    host.toast(taps < 7 ? `${7 - taps} steps from being a developer` : "You are now a developer!");
  };
  return () => [
    listRow("Device name", { summary: "Virtual Phone" }),
    listRow("Android version", { summary: String(host.apiLevel) }),
    listRow("IP address", { summary: "10.0.2.16" }),
    listRow("Wi-Fi MAC address", { summary: "02:00:00:44:55:66" }),
    listRow("Up time", { summary: `${Math.floor(host.now() / 60_000)} minutes` }),
    listRow("Build number", { summary: `FV${host.apiLevel}.260101.001`, onClick: tapBuild }),
  ];
}
