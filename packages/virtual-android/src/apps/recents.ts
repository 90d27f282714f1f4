import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { column, icon, row, text } from "../ui/widgets/basic.js";
import { button } from "../ui/widgets/buttons.js";
import type { ActivityHost, RecentTask, Screen } from "./app.js";

/** The recent apps as cards next to each other: a tap opens an app, "Clear all" ends all of them. */
export function recentsScreen(host: ActivityHost): Screen {
  const scroll = new ScrollModel("horizontal");
  const open = (task: RecentTask) => {
    host.finish();
    host.openTask(task.taskId);
  };
  const clear = () => {
    for (const task of host.recentTasks()) host.stopApp(task.app.packageName);
    host.finish();
  };
  return {
    content: () => {
      const tasks = host.recentTasks();
      const cards = tasks.map((task) => taskCard(task, () => open(task)));
      return column(
        [
          tasks.length > 0 ? strip(cards, scroll) : emptyStrip(),
          button("Clear all", clear, {
            id: "clear_all",
            kind: "tonal",
            isDisabled: tasks.length === 0,
            alignSelf: "center",
          }),
        ],
        {
          className: "android.widget.FrameLayout",
          id: "overview_panel",
          width: "fill",
          height: "fill",
          padding: { y: 40 },
          gap: 24,
        },
      );
    },
  };
}

function strip(cards: readonly View[], scroll: ScrollModel): View {
  return row(cards, {
    className: "android.widget.HorizontalScrollView",
    width: "fill",
    weight: 1,
    scroll,
    gap: 16,
    padding: { x: 48 },
  });
}

function emptyStrip(): View {
  return column([text("No recent items", { size: 18, color: 0xffffffff })], {
    width: "fill",
    weight: 1,
    align: "center",
    justify: "center",
  });
}

function taskCard(task: RecentTask, onClick: () => void): View {
  const { app } = task;
  const symbol = icon(app.icon.symbol, {
    size: 40,
    padding: 10,
    radius: 20,
    background: app.icon.color,
    color: 0xffffffff,
    isHidden: true,
  });
  const preview: View = {
    className: "android.view.View",
    id: "snapshot",
    width: 250,
    weight: 1,
    radius: 24,
    background: "surface",
    label: app.label,
    onClick,
    arrange: "stack",
    align: "center",
    justify: "center",
    children: [icon(app.icon.symbol, { size: 72, color: app.icon.color, isHidden: true })],
  };
  return column([row([symbol, text(app.label, { size: 18, color: 0xffffffff })], { gap: 12, height: 52 }), preview], {
    className: "android.widget.FrameLayout",
    id: "task",
    height: "fill",
    gap: 8,
  });
}
