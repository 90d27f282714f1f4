import { MONTHS } from "../calendar-words.js";
import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { row, text } from "../ui/widgets/basic.js";
import { iconButton } from "../ui/widgets/buttons.js";
import { alert } from "../ui/widgets/overlays.js";

const DAYS = ["M", "T", "W", "T", "F", "S", "S"] as const;

/** A calendar to choose a day; `onPick` gets the day as "14 March 2026". */
export function datePicker(today: Date, onPick: (date: string) => void): (close: () => void) => View {
  let [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const scroll = new ScrollModel();
  const turn = (step: number) => {
    const moved = new Date(Date.UTC(year, month + step, 1));
    [year, month, day] = [moved.getUTCFullYear(), moved.getUTCMonth(), 1];
  };
  const choose = (chosen: number) => {
    day = chosen;
  };
  const named = () => `${day} ${MONTHS[month] ?? ""} ${year}`;
  return (close) =>
    alert({
      scroll,
      title: named(),
      content: [monthBar(`${MONTHS[month] ?? ""} ${year}`, turn), weekdays(), ...days({ year, month, day }, choose)],
      buttons: [
        { title: "Cancel", role: "negative", onClick: close },
        {
          title: "OK",
          role: "positive",
          onClick: () => {
            onPick(named());
            close();
          },
        },
      ],
    });
}

function monthBar(title: string, turn: (step: number) => void): View {
  const words = text(title, { size: 15, bold: "medium", weight: 1, textAlign: "center" });
  const [back, on] = [
    iconButton("left", "Previous month", () => turn(-1)),
    iconButton("right", "Next month", () => turn(1)),
  ];
  return row([back, words, on], { width: "fill" });
}

function weekdays(): View {
  const cells = DAYS.map((name) => cell(text(name, { size: 12, color: "textSoft", isHidden: true })));
  return row(cells, { width: "fill" });
}

function days(shown: { year: number; month: number; day: number }, choose: (day: number) => void): readonly View[] {
  return weeks(shown.year, shown.month).map((week) => {
    const cells = week.map((date) => dayView(date, { isChosen: date === shown.day, choose }));
    return row(cells, { width: "fill" });
  });
}

function dayView(date: number, options: { isChosen: boolean; choose: (day: number) => void }): View {
  if (date === 0) return cell(text("", { size: 14, isHidden: true }));
  return cell(
    text(String(date), {
      className: "android.view.View",
      label: String(date),
      size: 14,
      width: 36,
      height: 36,
      radius: 18,
      textAlign: "center",
      color: options.isChosen ? "onPrimary" : "text",
      background: options.isChosen ? "primary" : undefined,
      checked: options.isChosen,
      onClick: () => options.choose(date),
    }),
  );
}

function cell(content: View): View {
  return {
    className: "android.widget.FrameLayout",
    arrange: "stack",
    weight: 1,
    height: 38,
    align: "center",
    justify: "center",
    isImportant: false,
    children: [content],
  };
}

/** The days of a month in weeks that start on Monday; 0 for a day of another month. */
function weeks(year: number, month: number): readonly (readonly number[])[] {
  const lead = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const cells = Array.from({ length: Math.ceil((lead + count) / 7) * 7 }, (_, i) =>
    i < lead || i >= lead + count ? 0 : i - lead + 1,
  );
  return Array.from({ length: cells.length / 7 }, (_, i) => cells.slice(i * 7, i * 7 + 7));
}
