import type { FieldModel } from "../../../packages/virtual-android/src/ui/field.js";
import { ScrollModel } from "../../../packages/virtual-android/src/ui/scroll.js";
import type { View } from "../../../packages/virtual-android/src/ui/view.js";
import { appBar, tabs } from "../../../packages/virtual-android/src/ui/widgets/bars.js";
import { column, row, spacer, text } from "../../../packages/virtual-android/src/ui/widgets/basic.js";
import { button, iconButton } from "../../../packages/virtual-android/src/ui/widgets/buttons.js";
import { plainField } from "../../../packages/virtual-android/src/ui/widgets/inputs.js";
import { list, scrollView } from "../../../packages/virtual-android/src/ui/widgets/lists.js";
import { panel } from "../../../packages/virtual-android/src/ui/widgets/overlays.js";
import { progressBar } from "../../../packages/virtual-android/src/ui/widgets/progress.js";
import { checkBox, chip, radioButton, toggle } from "../../../packages/virtual-android/src/ui/widgets/toggles.js";
import type { Block, Control, Dialog, Item, MadeState, Style } from "./made-state.js";
import type { Words } from "./made-words.js";

/** The functions of the app that its views use. */
export interface Stage {
  press(control: Control): () => void;
  fieldOf(control: Control): FieldModel;
  /** Records that this view shows this control; gives the view. */
  note(view: View, control: Control): View;
  /** Scrolls the page, or a list on it. */
  readonly scroll: ScrollModel;
}

/** The views of the page in this state. */
export function pageView(state: MadeState, stage: Stage): View {
  const { style, banner, status, progress } = state;
  const isBar = state.titleIn === "toolbar";
  const bar = appBar({
    title: isBar ? state.title.text : "",
    actions: state.actions.map((control) => controlView(control, style, stage)),
  });
  const blocks = state.blocks.map((block) => blockView(block, state, stage));
  const content = [
    ...(isBar ? [] : [text(state.title.text, { size: 22, padding: 8, id: idOf(state, "title") })]),
    ...(banner ? [text(banner.text, { width: "fill", height: 48, padding: 12, background: "primarySoft" })] : []),
    text(status.text, { size: 12, padding: { x: 12 }, id: idOf(state, "status") }),
    ...(progress === null ? [] : [progressBar(progress)]),
    ...blocks,
  ];
  // The count of presses is at the end, so that the title is the first text of a page.
  return column([bar, bodyView(content, state, stage), doneView(state)], { width: "fill", height: "fill" });
}

function bodyView(content: readonly View[], { style, long }: MadeState, stage: Stage): View {
  const { outer, inner } = FRAMES[style];
  if (long === "list") return column(content, { width: "fill", weight: 1 });
  const body = column(content, { width: "fill", ...inner });
  const look = { width: "fill", weight: 1, ...outer } as const;
  if (long === "nothing") return column([body], look);
  return style === "views" ? scrollView(content, stage.scroll) : column([body], { ...look, scroll: stage.scroll });
}

/** Shows how often something was pressed. */
function doneView(state: MadeState): View {
  return text(`${state.done} done`, { size: 12, padding: { x: 12 }, id: idOf(state, "done") });
}

/** The frames that each toolkit puts around its views. */
const FRAMES = {
  views: { outer: {}, inner: {} },
  compose: {
    outer: { className: "androidx.compose.ui.platform.ComposeView" },
    inner: { className: "android.view.View" },
  },
  web: {
    outer: { className: "android.webkit.WebView", isFocusable: true },
    inner: { className: "android.view.View", isImportant: true },
  },
} as const;

function idOf(state: MadeState, name: string): string | undefined {
  return state.hasIds ? name : undefined;
}

/** The views of the dialog over the page. */
export function dialogView({ title, message, controls }: Dialog, state: MadeState, stage: Stage): View {
  const id = (name: string) => (state.hasIds ? `android:id/${name}` : undefined);
  const viewsOf = (isField: boolean) =>
    controls
      .filter(({ kind }) => (kind === "field") === isField)
      .map((control) => controlView(control, "views", stage));
  return panel(
    [
      text(title.text, { id: id("alertTitle"), size: 22, width: "fill" }),
      text(message.text, { id: id("message"), size: 15, width: "fill" }),
      doneView(state),
      ...viewsOf(true),
      row([spacer(), ...viewsOf(false)], { width: "fill", gap: 4 }),
    ],
    state.hasIds ? {} : { id: undefined },
  );
}

function blockView(block: Block, state: MadeState, stage: Stage): View {
  const { style } = state;
  if (block.kind === "note") return text(block.words.text, { padding: { x: 12, y: 4 }, id: block.id ?? undefined });
  const heading = block.heading ? [headingView(block.heading)] : [];
  if (block.kind === "controls") return column([...heading, controlsView(block, style, stage)], { width: "fill" });
  const rows = block.items.map((item) => itemView(item, block.form, style, stage));
  const isLast = state.long === "list" && block === state.blocks.at(-1);
  if (isLast) return list(rows, stage.scroll, { id: idOf(state, "items") });
  const inner =
    block.form === "list" && style === "views"
      ? list(rows, new ScrollModel(), { weight: undefined, id: idOf(state, "items") })
      : column(rows, { width: "fill", ...(style === "views" ? {} : { className: "android.view.View" }) });
  return column([...heading, inner], { width: "fill" });
}

function headingView(words: Words): View {
  return text(words.text, { size: 15, bold: "medium", color: "primary", width: "fill", padding: { x: 12, y: 8 } });
}

type Controls = Extract<Block, { kind: "controls" }>;

function controlsView({ form, controls }: Controls, style: Style, stage: Stage): View {
  if (form === "tabs") return tabsView(controls, stage);
  const views = controls.map((control) => controlView(control, style, stage));
  if (form === "fields") return column(views, { width: "fill", gap: 8, padding: { x: 8 } });
  if (form === "captioned")
    return column(
      controls.map((control, at) => captioned(control, views[at])),
      { width: "fill" },
    );
  return form === "row" ? row(views, { width: "fill", gap: 8, padding: 6 }) : column(views, { width: "fill", gap: 6 });
}

function captioned({ words }: Control, field: View | undefined): View {
  const caption = text(words?.text ?? "", { size: 12, padding: { x: 8 } });
  return column([caption, ...(field ? [field] : [])], { width: "fill", padding: { x: 8, y: 2 } });
}

function tabsView(controls: readonly Control[], stage: Stage): View {
  const bar = tabs(
    controls.map((control) => ({
      title: control.words?.text ?? "",
      isSelected: control.isOn === true,
      onClick: stage.press(control),
    })),
  );
  const views = bar.children?.[0]?.children ?? [];
  for (const [at, control] of controls.entries()) {
    const view = views[at];
    if (view) stage.note(view, control);
  }
  return bar;
}

function itemView({ texts, controls, whole }: Item, form: string, style: Style, stage: Stage): View {
  const [first, ...more] = texts.map(({ text: words }, at) =>
    text(words, { size: at === 0 ? 16 : 13, lines: 1, ...(style === "views" ? { id: `line${at}` } : {}) }),
  );
  const words = column([...(first ? [first] : []), ...more], { weight: 1 });
  const views = controls.map((control) => controlView(control, style, stage));
  if (form === "tiles") return tileView({ words, views, whole }, style, stage);
  const inside = [words, ...views];
  const look = { width: "fill", height: form === "cards" ? 72 : 56, padding: { x: 12 }, gap: 4 } as const;
  const card = form === "cards" ? { className: "androidx.cardview.widget.CardView", margin: { y: 2 } } : {};
  const of = style === "views" ? card : { className: "android.view.View" };
  if (!whole) return row(inside, { ...look, ...of });
  return stage.note(row(inside, { ...look, ...of, onClick: stage.press(whole) }), whole);
}

interface Tile {
  readonly words: View;
  readonly views: readonly View[];
  readonly whole: Control | null;
}

function tileView({ words, views, whole }: Tile, style: Style, stage: Stage): View {
  const className = style === "views" ? "androidx.cardview.widget.CardView" : "android.view.View";
  const look = { width: "fill", height: 100, padding: { x: 12 }, className } as const;
  const inside = [{ ...words, weight: undefined }, row(views, { width: "fill", gap: 4 })];
  return whole ? stage.note(column(inside, { ...look, onClick: stage.press(whole) }), whole) : column(inside, look);
}

function controlView(control: Control, style: Style, stage: Stage): View {
  return stage.note(bareView(control, style, stage), control);
}

function bareView(control: Control, style: Style, stage: Stage): View {
  const { kind, words, isOn } = control;
  const says = words?.text ?? "";
  const onClick = stage.press(control);
  const id = style === "views" ? (control.id ?? undefined) : undefined;
  switch (kind) {
    case "button":
      return style === "compose" ? composed(says, onClick) : button(says, onClick, { id, kind: "tonal" });
    case "icon":
      return iconButton("star", says, onClick, {
        id,
        ...(style === "views" ? {} : { className: "android.view.View" }),
      });
    case "link":
      return text(says, { id, onClick, padding: 10, ...(style === "views" ? {} : { className: "android.view.View" }) });
    case "switch":
      if (words === null) return toggle({ isOn: isOn === true, onClick, id });
      return checkBox(says, { isOn: isOn === true, onClick, id, className: "android.widget.Switch" });
    case "checkbox":
      return checkBox(says, { isOn: isOn === true, onClick, id, ...(words === null ? { width: 48 } : {}) });
    case "radio":
      return radioButton(says, { isOn: isOn === true, onClick, id });
    case "chip":
      return chip(says, { isOn: isOn === true, onClick, id });
    case "field":
      return plainField({ field: stage.fieldOf(control), hint: says, id, onClick });
    case "tab":
    case "row":
      throw new Error(`a ${kind} is made with what lies in it`);
  }
}

/** A button as Compose reports it: the clickable node has no words itself. */
function composed(says: string, onClick: () => void): View {
  const words = text(says, { size: 14 });
  return { className: "android.view.View", children: [words], padding: 10, background: "primarySoft", onClick };
}
