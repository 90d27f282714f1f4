import type { View } from "../ui/view.js";
import { column, icon, row, spacer, type TextOptions, text } from "../ui/widgets/basic.js";
import { type NotificationFacts, notificationView } from "./shade-views.js";

const WHITE = 0xffffffff;
const SOFT = 0xffd5d8ea;

export interface LockFacts {
  readonly clock: string;
  readonly date: string;
  readonly isSecure: boolean;
  readonly notifications: readonly NotificationFacts[];
  readonly insets: { readonly top: number; readonly bottom: number };
  readonly onTouch: NonNullable<View["onTouch"]>;
}

/** The lock screen: clock, date, notifications, and how to unlock. */
export function lockScreenView(facts: LockFacts): View {
  return column(
    [
      room(56),
      centered(facts.clock, { id: "com.android.systemui:id/clock", size: 76, color: WHITE }),
      centered(facts.date, { id: "com.android.systemui:id/keyguard_date", size: 18, color: SOFT }),
      room(40),
      arrived(facts.notifications),
      spacer(),
      icon("lock", {
        size: 28,
        color: WHITE,
        label: facts.isSecure ? "Device locked" : "Unlock",
        id: "com.android.systemui:id/lock_icon",
        alignSelf: "center",
      }),
      centered("Swipe up to open", {
        id: "com.android.systemui:id/keyguard_indication_text",
        size: 15,
        color: SOFT,
        padding: { y: 20 },
      }),
    ],
    {
      className: "android.widget.FrameLayout",
      id: "com.android.systemui:id/notification_panel",
      width: "fill",
      height: "fill",
      padding: { x: 16 },
      insets: { left: 0, top: facts.insets.top, right: 0, bottom: facts.insets.bottom },
      onTouch: facts.onTouch,
    },
  );
}

function room(height: number): View {
  return { className: "android.view.View", height, isHidden: true };
}

function centered(words: string, options: TextOptions): View {
  return text(words, { width: "fill", textAlign: "center", ...options });
}

function arrived(notifications: readonly NotificationFacts[]): View {
  return column(notifications.map(notificationView), {
    id: "com.android.systemui:id/notification_stack_scroller",
    width: "fill",
    gap: 6,
    maxWidth: 480,
    alignSelf: "center",
  });
}

export interface PinFacts {
  readonly message: string;
  readonly enteredLength: number;
  readonly insets: { readonly top: number; readonly bottom: number };
  readonly isLandscape: boolean;
  readonly onDigit: (digit: string) => void;
  readonly onErase: () => void;
  readonly onEnter: () => void;
}

const PAD = ["123", "456", "789"] as const;

/** The pad to enter the PIN. */
export function pinPadView(facts: PinFacts): View {
  const size = facts.isLandscape ? 52 : 76;
  const digit = (value: string) => padKey(value, { id: `key${value}`, size, onClick: () => facts.onDigit(value) });
  const rows = PAD.map((line) => row([...line].map(digit), { gap: 18 }));
  const erase = padKey("", { id: "delete_button", size, label: "Delete", symbol: "backspace", onClick: facts.onErase });
  const enter = padKey("", { id: "key_enter", size, label: "Enter", symbol: "check", onClick: facts.onEnter });
  return column(
    [
      spacer(),
      centered(facts.message, { id: "com.android.systemui:id/keyguard_message_area", size: 18, color: WHITE }),
      pinEntry(facts.enteredLength),
      ...rows,
      row([erase, digit("0"), enter], { gap: 18 }),
      emergencyButton(),
      spacer(),
    ],
    {
      className: "android.widget.FrameLayout",
      id: "com.android.systemui:id/keyguard_host_view",
      width: "fill",
      height: "fill",
      align: "center",
      gap: 12,
      background: 0xa0101322,
      insets: { left: 0, top: facts.insets.top, right: 0, bottom: facts.insets.bottom },
      onTouch: () => {},
    },
  );
}

function emergencyButton(): View {
  return text("Emergency call", {
    className: "android.widget.Button",
    id: "com.android.systemui:id/emergency_call_button",
    size: 15,
    bold: "medium",
    color: SOFT,
    padding: { x: 20, y: 14 },
    margin: { top: 10 },
  });
}

function pinEntry(length: number): View {
  return text("•".repeat(length) || " ", {
    className: "android.widget.EditText",
    id: "com.android.systemui:id/pinEntry",
    spokenText: "•".repeat(length),
    label: "PIN area",
    size: 32,
    color: WHITE,
    width: 220,
    height: 52,
    textAlign: "center",
    lines: 1,
    isFocusable: true,
  });
}

function padKey(
  value: string,
  options: { id: string; size: number; label?: string; symbol?: "backspace" | "check"; onClick: () => void },
): View {
  const { size, symbol } = options;
  const picture = symbol ? [icon(symbol, { size: 28, color: WHITE, isHidden: true })] : [];
  const digit = value === "" ? [] : [text(value, { size: 30, color: WHITE, isHidden: true })];
  return {
    className: symbol ? "android.widget.ImageButton" : "android.view.ViewGroup",
    id: `com.android.systemui:id/${options.id}`,
    arrange: "stack",
    align: "center",
    justify: "center",
    width: size,
    height: size,
    radius: size / 2,
    background: 0x33ffffff,
    label: options.label ?? value,
    children: [...picture, ...digit],
    onClick: options.onClick,
  };
}
