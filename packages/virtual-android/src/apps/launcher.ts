import type { IconName } from "../draw/icons.js";
import { clockText, dateText } from "../ui/clock-text.js";
import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { column, icon, row, spacer, stack, text } from "../ui/widgets/basic.js";
import { scrollView } from "../ui/widgets/lists.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { recentsScreen } from "./recents.js";

const WHITE = 0xffffffff;
const CELL_DP = 110;
const MIN_COLUMNS = 4;
const MAX_COLUMNS = 8;
const RECENTS = "com.android.quickstep.RecentsActivity";
const MAIN = "android.intent.action.MAIN";
const LAUNCHER = "android.intent.category.LAUNCHER";

/** The home screen: all apps that can be started, and a dock. */
export function launcherApp(homeActivity: string): App {
  return {
    packageName: "com.android.launcher3",
    label: "Launcher",
    icon: { symbol: "home", color: 0xff3f5aa9 },
    isSystem: true,
    activities: [
      { className: homeActivity, isHome: true, hasWallpaper: true, open: homeScreen },
      { className: RECENTS, hasWallpaper: true, open: recentsScreen },
    ],
  };
}

function homeScreen(host: ActivityHost): Screen {
  const scroll = new ScrollModel();
  return {
    content: () => {
      const { width, height } = host.screenDp();
      const isLow = height < 500;
      const apps = host.installedApps().filter((app) => app.activities.some((activity) => activity.isLauncher));
      const open = (app: App) => host.startTask({ action: MAIN, packageName: app.packageName, categories: [LAUNCHER] });
      const columns = Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, Math.floor(width / CELL_DP)));
      const icons = apps.map((app) => appIcon(app, () => open(app)));
      return column(
        [
          text(clockText(host.wallMs()), {
            size: isLow ? 30 : 54,
            color: WHITE,
            id: "clock",
            padding: { left: 8, top: isLow ? 2 : 20 },
          }),
          text(dateText(host.wallMs()), {
            size: isLow ? 14 : 17,
            color: WHITE,
            id: "date",
            padding: { left: 10, bottom: isLow ? 8 : 20 },
          }),
          scrollView([grid(icons, columns)], scroll, { id: "apps_view" }),
          searchBox(() => host.toast("Search is not set up")),
        ],
        {
          className: "android.widget.FrameLayout",
          id: "workspace",
          width: "fill",
          height: "fill",
          padding: { x: 16, bottom: isLow ? 6 : 20 },
          gap: 8,
        },
      );
    },
    onBack: () => true,
  };
}

function grid(cells: readonly View[], columns: number): View {
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, i) => {
    const own = cells.slice(i * columns, (i + 1) * columns);
    const fill = Array.from({ length: columns - own.length }, spacer);
    return row([...own, ...fill], { className: "android.view.ViewGroup", width: "fill", isImportant: false });
  });
  return column(rows, { className: "android.view.ViewGroup", width: "fill", gap: 14, isImportant: false });
}

function appIcon(app: App, onClick: () => void): View {
  const { symbol, color } = app.icon;
  return column([symbolTile(symbol, color), text(app.label, { size: 13, color: WHITE, lines: 1, isHidden: true })], {
    className: "android.widget.TextView",
    id: "icon",
    spokenText: app.label,
    label: app.label,
    weight: 1,
    align: "center",
    gap: 6,
    padding: { y: 4 },
    onClick,
    onLongClick: () => {},
  });
}

function symbolTile(symbol: IconName, color: number): View {
  return stack([icon(symbol, { size: 30, color: WHITE, isHidden: true })], {
    width: 58,
    height: 58,
    radius: 29,
    background: color,
    align: "center",
    justify: "center",
    isHidden: true,
    elevation: 2,
  });
}

function searchBox(onClick: () => void): View {
  return row(
    [
      icon("search", { size: 22, color: 0xff3f5aa9, isHidden: true }),
      text("Search apps and the web", { size: 16, color: 0xff5b5d67, isHidden: true }),
    ],
    {
      className: "android.widget.FrameLayout",
      id: "search_container_hotseat",
      label: "Search",
      width: "fill",
      height: 54,
      radius: 27,
      background: 0xf2ffffff,
      padding: { x: 18 },
      gap: 12,
      onClick,
    },
  );
}
