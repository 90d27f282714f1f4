import { clockText, dateText } from "../ui/clock-text.js";
import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { bottomNavigation } from "../ui/widgets/bars.js";
import { column, row, text } from "../ui/widgets/basic.js";
import { button } from "../ui/widgets/buttons.js";
import { card, scrollView } from "../ui/widgets/lists.js";
import { toggle } from "../ui/widgets/toggles.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { page } from "./builder.js";

const PACKAGE = "com.fovea.clock";

interface Alarm {
  readonly time: string;
  readonly days: string;
  isOn: boolean;
}

/** Alarms and a stopwatch; a ringing alarm appears over the lock screen. */
export function clockApp(): App {
  const alarms: Alarm[] = [
    { time: "6:30", days: "Mon, Tue, Wed, Thu, Fri", isOn: true },
    { time: "8:00", days: "Sat", isOn: false },
    { time: "9:15", days: "Sun", isOn: true },
  ];
  return {
    packageName: PACKAGE,
    label: "Clock",
    labels: { de: "Uhr" },
    icon: { symbol: "clock", color: 0xff3f5aa9 },
    activities: [
      { className: `${PACKAGE}.ClockActivity`, isLauncher: true, open: (host) => clockScreen(host, alarms) },
      { className: `${PACKAGE}.AlarmActivity`, showWhenLocked: true, isImmersive: true, open: ringingScreen },
    ],
  };
}

function clockScreen(host: ActivityHost, alarms: readonly Alarm[]): Screen {
  const scroll = new ScrollModel();
  const state = { tab: 0, startedAt: 0, elapsed: 0, isRunning: false };
  const tick = () => {
    if (!state.isRunning) return;
    state.elapsed = host.now() - state.startedAt;
    host.after(1000, tick);
  };
  const startOrStop = () => {
    state.isRunning = !state.isRunning;
    state.startedAt = host.now() - state.elapsed;
    if (state.isRunning) host.after(1000, tick);
  };
  const reset = () => {
    state.startedAt = host.now();
    state.elapsed = 0;
  };
  const choose = (tab: number) => () => {
    state.tab = tab;
  };
  return {
    content: () =>
      page({ title: state.tab === 0 ? "Alarms" : "Stopwatch" }, [
        state.tab === 0 ? alarmList(alarms, scroll) : stopwatch(state, { startOrStop, reset }),
        bottomNavigation([
          { title: "Alarms", symbol: "bell", isSelected: state.tab === 0, onClick: choose(0) },
          { title: "Stopwatch", symbol: "clock", isSelected: state.tab === 1, onClick: choose(1) },
        ]),
      ]),
  };
}

function alarmList(alarms: readonly Alarm[], scroll: ScrollModel): View {
  const cards = alarms.map((alarm) =>
    card(
      [
        row(
          [
            column(
              [
                text(alarm.time, { id: "alarm_time", size: 40, color: alarm.isOn ? "text" : "textFaint" }),
                text(alarm.days, { id: "alarm_days", size: 14, color: "textSoft" }),
              ],
              { weight: 1 },
            ),
            toggle({
              id: "alarm_switch",
              isOn: alarm.isOn,
              label: `Alarm ${alarm.time}`,
              onClick: () => {
                alarm.isOn = !alarm.isOn;
              },
            }),
          ],
          { width: "fill" },
        ),
      ],
      { background: "surfaceDim", stroke: undefined },
    ),
  );
  return scrollView(cards, scroll, { id: "alarm_list", padding: { x: 16, y: 8 }, gap: 12 });
}

function stopwatch(
  state: { elapsed: number; isRunning: boolean },
  act: { startOrStop: () => void; reset: () => void },
): View {
  const seconds = Math.floor(state.elapsed / 1000);
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return column(
    [
      text(shown, { id: "stopwatch", size: 72 }),
      row(
        [
          button("Reset", act.reset, { id: "reset", kind: "outlined" }),
          button(state.isRunning ? "Stop" : "Start", act.startOrStop, { id: "start_stop" }),
        ],
        { gap: 16 },
      ),
    ],
    { width: "fill", weight: 1, align: "center", justify: "center", gap: 32 },
  );
}

function ringingScreen(host: ActivityHost): Screen {
  return {
    content: () =>
      column(
        [
          text(clockText(host.wallMs()), { id: "alarm_clock", size: 80, color: 0xffffffff }),
          text(dateText(host.wallMs()), { size: 18, color: 0xffd5d8ea }),
          text("Good morning", { id: "alarm_title", size: 26, color: 0xffffffff, padding: { y: 30 } }),
          button("Snooze", () => host.finish("snooze"), {
            id: "snooze",
            kind: "tonal",
            width: 200,
            height: 56,
            radius: 28,
          }),
          button("Dismiss", () => host.finish("dismiss"), { id: "dismiss", width: 200, height: 56, radius: 28 }),
        ],
        { width: "fill", height: "fill", background: 0xff1f2a5c, align: "center", justify: "center", gap: 14 },
      ),
  };
}
