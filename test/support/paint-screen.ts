import type { DrawnRow, DrawnScreen } from "./drawn-screen.js";
import { NAVIGATION_DP, type Sheet } from "./drawn-sheet.js";

const ROW_DP = 56;
const LIST_TOP_DP = 220;
const KEYBOARD_DP = 260;

function colors({ isDark }: DrawnScreen) {
  return isDark
    ? { background: 0xff121318, text: 0xffe5e4ea, soft: 0xff34363f, on: 0xffb5c4ff }
    : { background: 0xfffdfbff, text: 0xff1b1b1f, soft: 0xffe1e2ec, on: 0xff3f5aa9 };
}

/** Draws the model and records its nodes. */
export function paint(sheet: Sheet, screen: DrawnScreen): void {
  sheet.canvas.fillRect(sheet.surface.bounds, colors(screen).background);
  paintHead(sheet, screen);
  paintRows(sheet, screen);
  paintField(sheet, screen);
  paintOver(sheet, screen);
  paintBars(sheet, screen);
}

function paintHead(sheet: Sheet, screen: DrawnScreen): void {
  const { text, soft, on } = colors(screen);
  sheet.words(screen.title, { left: 16, top: 36, size: 22 }, text);
  sheet.node({ class: "android.widget.TextView", text: screen.title }, sheet.box(16, 36, 200, 64));
  if (screen.badge !== null) {
    sheet.canvas.fillCircle(sheet.px(sheet.widthDp - 40), sheet.px(50), sheet.px(9), 0xffba1a1a);
    sheet.words(String(screen.badge), { left: sheet.widthDp - 43, top: 43, size: 11 }, 0xffffffff);
    const bounds = sheet.box(sheet.widthDp - 50, 40, sheet.widthDp - 30, 60);
    sheet.node({ class: "android.widget.TextView", text: String(screen.badge) }, bounds);
  }
  for (const [place, label] of ["General", "Sound", "About"].entries()) {
    const left = 16 + place * 100;
    sheet.words(label, { left, top: 80 }, text);
    if (screen.tab === place) sheet.canvas.fillRect(sheet.box(left, 108, left + 60, 111), on);
    const isSelected = String(screen.tab === place);
    sheet.node({ class: "android.view.View", text: label, selected: isSelected }, sheet.box(left, 76, left + 90, 112));
  }
  sheet.canvas.fillRect(sheet.box(16, 128, 316, 132), soft);
  sheet.canvas.fillRect(sheet.box(16, 128, 16 + 3 * screen.progress, 132), on);
  const percent = `${screen.progress}%`;
  sheet.node({ class: "android.widget.ProgressBar", "content-desc": percent }, sheet.box(16, 126, 316, 134));
  if (screen.shimmer !== null) {
    const left = 16 + 220 * screen.shimmer;
    sheet.canvas.fillRect(sheet.box(16, 140, 316, 150), soft);
    sheet.canvas.fillRect(sheet.box(left, 140, left + 80, 150), screen.isDark ? 0xff3c3e48 : 0xfff0f1f7);
  }
}

function paintField(sheet: Sheet, screen: DrawnScreen): void {
  const { text, soft, on } = colors(screen);
  const { text: words, isFocused, hasCaret } = screen.field;
  const box = sheet.box(16, 160, 250, 204);
  sheet.canvas.fillRoundRect(box, sheet.px(8), soft);
  if (isFocused) sheet.canvas.fillRect(sheet.box(16, 202, 250, 204), on);
  sheet.words(words, { left: 28, top: 170 }, text);
  if (hasCaret) sheet.canvas.fillRect(sheet.box(30 + words.length * 9, 170, 32 + words.length * 9, 192), on);
  sheet.node({ class: "android.widget.EditText", text: words, focused: String(isFocused), focusable: "true" }, box);
  const button = sheet.box(264, 160, 364, 204);
  const { label, isEnabled, color } = screen.button;
  sheet.canvas.fillRoundRect(button, sheet.px(20), isEnabled ? color : soft);
  sheet.words(label, { left: 294, top: 170 }, isEnabled ? 0xffffffff : 0xff8d909b);
  const states = { clickable: "true", enabled: String(isEnabled) };
  sheet.node({ class: "android.widget.Button", text: label, ...states }, button);
}

function paintRows(sheet: Sheet, screen: DrawnScreen): void {
  const end = sheet.heightDp - NAVIGATION_DP;
  const area = sheet.box(0, LIST_TOP_DP, sheet.widthDp, end);
  sheet.canvas.clipped(area, () => {
    for (const [place, row] of screen.rows.entries()) {
      const top = LIST_TOP_DP + place * ROW_DP - screen.scrolledDp;
      if (top + ROW_DP <= LIST_TOP_DP || top >= end) continue;
      paintRow(sheet, screen, { row, top });
    }
  });
}

function paintRow(sheet: Sheet, screen: DrawnScreen, { row, top }: { row: DrawnRow; top: number }): void {
  const { text, soft, on } = colors(screen);
  const right = sheet.widthDp - 20;
  sheet.words(row.label, { left: 16, top: top + 18 }, text);
  sheet.canvas.fillRect(sheet.box(16, top + ROW_DP - 1, right, top + ROW_DP), soft);
  const middle = sheet.px(top + ROW_DP / 2);
  const color = row.isOn ? on : 0xff757780;
  if (row.control === "switch") {
    sheet.canvas.fillRoundRect(sheet.box(right - 36, top + 20, right, top + 36), sheet.px(8), color);
    sheet.canvas.fillCircle(sheet.px(row.isOn ? right - 8 : right - 28), middle, sheet.px(6), 0xffffffff);
  } else if (row.control !== null) {
    const box = sheet.box(right - 18, top + 19, right, top + 37);
    const radius = sheet.px(row.control === "radio" ? 9 : 2);
    sheet.canvas.strokeRoundRect(box, radius, { width: Math.max(1, sheet.px(2)), color });
    if (row.isOn) sheet.canvas.fillCircle(sheet.px(right - 9), middle, Math.max(2, sheet.px(5)), color);
  }
  const flags = { checkable: String(row.control !== null), checked: String(row.isOn), clickable: "true" };
  const bottom = Math.min(top + ROW_DP, sheet.heightDp - NAVIGATION_DP);
  const bounds = sheet.box(0, Math.max(top, LIST_TOP_DP), sheet.widthDp, bottom);
  sheet.node({ class: "android.widget.CheckedTextView", text: row.label, ...flags }, bounds);
}

function paintOver(sheet: Sheet, screen: DrawnScreen): void {
  const { widthDp, heightDp } = sheet;
  if (screen.isKeyboardShown) {
    sheet.canvas.fillRect(sheet.box(0, heightDp - KEYBOARD_DP, widthDp, heightDp), 0xffe6e8f0);
    for (let i = 0; i < 10; i++)
      sheet.words("qwertyuiop"[i] ?? "", { left: 16 + i * 36, top: heightDp - 220 }, 0xff1b1b1f);
  }
  if (screen.toast !== null) {
    const top = heightDp - 120;
    sheet.canvas.fillRoundRect(sheet.box(60, top, 300, top + 40), sheet.px(20), 0xff2f3036);
    sheet.words(screen.toast, { left: 80, top: top + 10, size: 14 }, 0xfff2f0f4);
  }
  if (screen.dialog !== null) {
    sheet.canvas.fillRect(sheet.surface.bounds, 0x66000000);
    const top = heightDp / 2 - 60;
    sheet.canvas.fillRoundRect(sheet.box(40, top, widthDp - 40, top + 120), sheet.px(28), 0xffffffff);
    sheet.words(screen.dialog, { left: 64, top: top + 24 }, 0xff1b1b1f);
    sheet.node(
      { class: "android.widget.TextView", text: screen.dialog },
      sheet.box(64, top + 20, widthDp - 64, top + 60),
    );
  }
}

function paintBars(sheet: Sheet, screen: DrawnScreen): void {
  const { text } = colors(screen);
  const { widthDp, heightDp } = sheet;
  sheet.words(screen.clock, { left: 16, top: 3, size: 14 }, text);
  const left = widthDp - 40;
  sheet.canvas.strokeRoundRect(sheet.box(left, 8, left + 20, 18), 1, { width: 1, color: text });
  sheet.canvas.fillRect(sheet.box(left + 1, 9, left + 1 + (18 * screen.battery) / 100, 17), text);
  sheet.canvas.fillRect(sheet.box(widthDp / 2 - 50, heightDp - 8, widthDp / 2 + 50, heightDp - 5), text);
}
