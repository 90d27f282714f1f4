import type { IconName } from "../draw/icons.js";
import type { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { badge, column, icon, row, spacer, stack, text } from "../ui/widgets/basic.js";
import { button } from "../ui/widgets/buttons.js";
import { slider } from "../ui/widgets/inputs.js";

export interface NotificationFacts {
  readonly app: string;
  readonly symbol: IconName;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
  /** Called when the user swipes it away. */
  readonly onDismiss: () => void;
}

export interface TileFacts {
  readonly title: string;
  readonly symbol: IconName;
  readonly isOn: boolean;
  readonly onClick: () => void;
}

export interface ShadeFacts {
  readonly clock: string;
  readonly date: string;
  readonly topInset: number;
  readonly tiles: readonly TileFacts[];
  readonly brightness: { readonly value: number; readonly onChange: (value: number) => void };
  readonly notifications: readonly NotificationFacts[];
  readonly onClearAll: () => void;
  readonly onSwipeUp: () => void;
  readonly onTouch: NonNullable<View["onTouch"]>;
  /** Scrolls tiles and notifications together if they do not fit on the screen. */
  readonly scroll: ScrollModel;
}

const SHADE = 0xf01a1b21;
const ON_SHADE = 0xfff0f0f5;

/** The notification shade over the whole screen: quick settings above, notifications below. */
export function shadeView(facts: ShadeFacts): View {
  const clear = facts.notifications.length > 0 ? [clearButton(facts.onClearAll)] : [emptyShade()];
  const brightness = slider(
    { min: 0, max: 255, ...facts.brightness },
    { label: "Display brightness", id: "com.android.systemui:id/slider" },
  );
  const notifications = column(
    facts.notifications.map((one) => swipeable(notificationView(one), one, facts.onSwipeUp)),
    { width: "fill", gap: 6 },
  );
  const settings = column([...tileRows(facts.tiles), brightness], {
    id: "com.android.systemui:id/quick_settings_container",
    width: "fill",
    gap: 10,
  });
  const content = column([header(facts), settings, notifications, ...clear], {
    id: "com.android.systemui:id/notification_stack_scroller",
    scroll: facts.scroll,
    width: "fill",
    height: "fill",
    maxWidth: 480,
    padding: { x: 16, y: 16 },
    gap: 10,
    alignSelf: "center",
  });
  return stack([content], {
    id: "com.android.systemui:id/notification_panel",
    width: "fill",
    height: "fill",
    background: SHADE,
    insets: { left: 0, top: facts.topInset, right: 0, bottom: 0 },
    onTouch: facts.onTouch,
  });
}

function header(facts: ShadeFacts): View {
  const [clock, date] = [
    text(facts.clock, { size: 28, color: ON_SHADE }),
    text(facts.date, { size: 15, color: ON_SHADE }),
  ];
  return row([clock, spacer(), date], { width: "fill", padding: { x: 8, bottom: 6 } });
}

/** Rows with two tiles each. */
function tileRows(tiles: readonly TileFacts[]): readonly View[] {
  const pairs = tiles.flatMap((tile, i) => (i % 2 === 0 ? [[tile, tiles[i + 1]] as const] : []));
  return pairs.map((pair) => {
    const views = pair.flatMap((tile) => (tile ? [tileView(tile)] : []));
    return row(views, { width: "fill", gap: 10 });
  });
}

function tileView(tile: TileFacts): View {
  const color = tile.isOn ? 0xff0b1b45 : ON_SHADE;
  return row(
    [
      icon(tile.symbol, { size: 22, color, isHidden: true }),
      column(
        [
          text(tile.title, { size: 14, bold: "medium", color, lines: 1, isHidden: true }),
          text(tile.isOn ? "On" : "Off", { size: 12, color, isHidden: true }),
        ],
        { weight: 1 },
      ),
    ],
    {
      className: "android.widget.Switch",
      weight: 1,
      height: 64,
      radius: 28,
      padding: { x: 18 },
      gap: 14,
      background: tile.isOn ? 0xffb5c4ff : 0xff33353f,
      label: tile.title,
      stateDescription: tile.isOn ? "On" : "Off",
      checked: tile.isOn,
      onClick: tile.onClick,
    },
  );
}

/** How far a finger has to move, in pixels; for phones of 160 dpi or more. */
const SWIPE_PX = 100;

/** A row that a swipe to a side dismisses; the panel handles a swipe up. */
function swipeable(view: View, { onDismiss }: NotificationFacts, onSwipeUp: () => void): View {
  let [startX, startY] = [0, 0];
  return stack([view], {
    width: "fill",
    isImportant: false,
    onTouch: (kind, x, y) => {
      if (kind === "down") [startX, startY] = [x, y];
      if (kind !== "up") return;
      if (Math.abs(x - startX) > SWIPE_PX) onDismiss();
      else if (startY - y > SWIPE_PX) onSwipeUp();
    },
  });
}

export function notificationView(facts: NotificationFacts): View {
  return row(
    [
      badge(facts.symbol, { size: 36 }),
      column(
        [
          text(facts.app, { id: "android:id/app_name_text", size: 12, color: "textSoft" }),
          text(facts.title, { id: "android:id/title", size: 15, bold: "medium", lines: 1 }),
          text(facts.text, { id: "android:id/text", size: 14, color: "textSoft", lines: 2 }),
        ],
        { weight: 1, gap: 1 },
      ),
    ],
    {
      className: "android.widget.FrameLayout",
      id: "com.android.systemui:id/expandableNotificationRow",
      width: "fill",
      background: "surface",
      radius: 20,
      padding: { x: 16, y: 12 },
      gap: 14,
      onClick: facts.onClick,
    },
  );
}

function clearButton(onClick: () => void): View {
  return row(
    [
      spacer(),
      button("Clear all", onClick, {
        kind: "text",
        id: "com.android.systemui:id/dismiss_text",
        text: { value: "Clear all", size: 14, weight: "medium", color: 0xffb5c4ff },
      }),
    ],
    { width: "fill" },
  );
}

function emptyShade(): View {
  return text("No notifications", {
    id: "com.android.systemui:id/no_notifications",
    size: 15,
    color: 0xffb3b4bf,
    width: "fill",
    textAlign: "center",
    padding: { y: 24 },
  });
}
