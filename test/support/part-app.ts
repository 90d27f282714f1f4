import type { ActivityHost, App, Screen } from "../../packages/virtual-android/src/apps/app.js";
import { overlay, page } from "../../packages/virtual-android/src/apps/builder.js";
import { FieldModel } from "../../packages/virtual-android/src/ui/field.js";
import { ScrollModel } from "../../packages/virtual-android/src/ui/scroll.js";
import type { View } from "../../packages/virtual-android/src/ui/view.js";
import { tabs } from "../../packages/virtual-android/src/ui/widgets/bars.js";
import { column, row, text } from "../../packages/virtual-android/src/ui/widgets/basic.js";
import { button, floatingButton, iconButton } from "../../packages/virtual-android/src/ui/widgets/buttons.js";
import { plainField } from "../../packages/virtual-android/src/ui/widgets/inputs.js";
import { list, listRow } from "../../packages/virtual-android/src/ui/widgets/lists.js";
import { panel } from "../../packages/virtual-android/src/ui/widgets/overlays.js";
import { chip, toggle } from "../../packages/virtual-android/src/ui/widgets/toggles.js";

/** A control on a screen, from a file of labelled apps. */
export interface ShownPart {
  readonly widget: string;
  readonly id: string | null;
  readonly label: string;
}

export interface ShownScreen {
  /** `page`, `menu`, `dialog` or `sheet`. */
  readonly kind: string;
  readonly parts: readonly ShownPart[];
}

/** An app that shows given screens, and records presses, sent texts and typed texts. */
export interface PartApp {
  readonly make: () => App;
  /** The events in order, such as `tap Send`, `enter Message`, `swipe Slide to pay`. */
  readonly events: readonly string[];
  show(screen: ShownScreen): void;
}

export function partApp(packageName: string, first: ShownScreen = { kind: "page", parts: [] }): PartApp {
  const events: string[] = [];
  let screen = first;
  let shown: (screen: ShownScreen) => void = () => {};
  const note = (event: string) => void events.push(event);
  return {
    events,
    show: (next) => {
      screen = next;
      shown(next);
    },
    make: () => ({
      packageName,
      label: "Parts",
      icon: { symbol: "info", color: 0xff2f6fde },
      isSystem: packageName.startsWith("com.android."),
      activities: [
        {
          className: `${packageName}.MainActivity`,
          isLauncher: true,
          open: (host) => {
            let close = () => {};
            shown = (next) => {
              close();
              close = openOver(host, next, note);
              host.update();
            };
            host.after(0, () => shown(screen));
            return pageOf(() => (screen.kind === "page" ? screen.parts : []), note);
          },
        },
      ],
    }),
  };
}

type Note = (event: string) => void;

function pageOf(parts: () => readonly ShownPart[], note: Note): Screen {
  const scroll = new ScrollModel();
  const fields = new Map<string, FieldModel>();
  return {
    content: () => {
      const all = parts();
      const title = all.find(({ widget }) => widget === "title")?.label ?? "Page";
      const rest = all.filter(({ widget }) => !["title", "fab"].includes(widget));
      const fabs = all.filter(({ widget }) => widget === "fab");
      const views = rest.map((part) => viewOf(part, note, fields));
      const float = fabs.map(({ label }) => floatingButton("plus", label, () => note(`tap ${label}`)));
      return overlay([page({ title }, [list(views, scroll, { id: "parts" }), anchor()]), ...float]);
    },
  };
}

/** The view at which menus open. */
function anchor(): View {
  return { className: "android.view.View", id: "anchor", width: 1, height: 1 };
}

function openOver(host: ActivityHost, { kind, parts }: ShownScreen, note: Note): () => void {
  if (kind === "page") return () => {};
  if (kind === "menu") {
    host.menu(
      "anchor",
      parts.map(({ label }) => ({ title: label, onClick: () => note(`tap ${label}`) })),
    );
    return () => {};
  }
  const fields = new Map<string, FieldModel>();
  const placement = kind === "sheet" ? "bottom" : "center";
  const content = () => panel(parts.map((part) => overView(part, note, fields)));
  const opened = host.dialog({ content, placement });
  return () => opened.close();
}

const DIALOG_IDS: Readonly<Record<string, string>> = {
  positive: "android:id/button1",
  negative: "android:id/button2",
  neutral: "android:id/button3",
};

function overView(part: ShownPart, note: Note, fields: Map<string, FieldModel>): View {
  const { widget, label } = part;
  const press = () => note(`tap ${label}`);
  if (widget === "title") return text(label, { id: "android:id/alertTitle", size: 22, width: "fill" });
  const id = DIALOG_IDS[widget];
  if (id !== undefined) return button(label, press, { kind: "text", id });
  if (widget === "sheet")
    return row([text(label, { id: "sheet_title", size: 17 })], { width: "fill", height: 56, onClick: press });
  return viewOf(part, note, fields);
}

function viewOf({ widget, id, label }: ShownPart, note: Note, fields: Map<string, FieldModel>): View {
  const named = id === null ? {} : { id };
  const press = () => note(`tap ${label}`);
  switch (widget) {
    case "icon":
      return iconButton("more", label, press, named);
    case "row":
    case "menu":
    case "sheet":
      return listRow(label, { ...named, onClick: press });
    case "switch":
      return row([text(label, { size: 17, weight: 1, isHidden: true }), toggle({ isOn: false })], {
        ...named,
        className: "android.widget.Switch",
        spokenText: label,
        checked: false,
        width: "fill",
        minHeight: 56,
        onClick: press,
      });
    case "chip":
      return chip(label, { ...named, isOn: false, onClick: press });
    case "field":
    case "password":
      return plainField({ ...named, field: fieldOf(label, widget, { note, fields }), hint: label });
    case "tab":
      return tabs([{ title: label, isSelected: false, onClick: press }]);
    case "slider":
    case "target":
      return column([text(label, { size: 17, isHidden: true })], {
        className: "android.widget.FrameLayout",
        ...named,
        spokenText: label,
        width: "fill",
        height: 64,
        onClick: press,
      });
    case "text":
      return text(label, { ...named, size: 15, width: "fill" });
    default:
      return button(label, press, named);
  }
}

function fieldOf(
  label: string,
  widget: string,
  { note, fields }: { readonly note: Note; readonly fields: Map<string, FieldModel> },
): FieldModel {
  const known = fields.get(label);
  if (known) return known;
  const kind = widget === "password" ? "password" : "text";
  const field = new FieldModel({ kind, onSubmit: () => note(`enter ${label}`), onChange: () => note(`type ${label}`) });
  fields.set(label, field);
  return field;
}
