import type { Framework } from "../../framework/framework.js";
import type { ReportedWindow } from "../../framework/hierarchy.js";
import type { WindowRecord } from "../../framework/window-record.js";
import type { ReportedView } from "../../ui/accessibility.js";
import type { FieldModel } from "../../ui/field.js";
import type { Placed } from "../../ui/layout.js";
import { revealField } from "../../ui/reveal.js";
import type { ScrollModel } from "../../ui/scroll.js";
import type { Screen } from "../screen.js";
import type { NodeAction } from "../vocabulary.js";
import { invalid, type ParamsOf } from "../wire/requests.js";

/** The view on which an action is performed, with its window and screen. */
export interface ActTarget {
  readonly screen: Screen;
  readonly window: ReportedWindow;
  readonly view: ReportedView;
  readonly params: ParamsOf<"nodeAction">;
}

type Performer = (target: ActTarget) => boolean;

/**
 * Performs an action of the framework as the app would; false if the app refuses it, as
 * View.performAccessibilityAction.
 */
export function performAction(action: NodeAction, target: ActTarget): boolean {
  return PERFORMERS[action]?.(target) ?? false;
}

/** Checks the arguments that the action requires. Errors: INVALID_REQUEST. */
export function checkArguments({ action, text, start, end, value, row }: ParamsOf<"nodeAction">): void {
  if (action === "setText" && text === undefined) throw invalid("params.text: setText needs it");
  if (action === "setProgress" && value === undefined) throw invalid("params.value: setProgress needs it");
  if (action === "scrollToPosition" && row === undefined) throw invalid("params.row: scrollToPosition needs it");
  if (action !== "setSelection") return;
  if (start === undefined || end === undefined) throw invalid("params.start, params.end: setSelection needs both");
}

const PERFORMERS: Partial<Readonly<Record<NodeAction, Performer>>> = {
  click,
  longClick: ({ window, view }) => view.node.isEnabled && window.record.ui.longClick(view.placed),
  focus: ({ window, view }) =>
    view.node.isFocusable && !view.node.isFocused && does(() => window.record.ui.focus(view.placed)),
  clearFocus: ({ window, view }) => view.node.isFocused && does(() => window.record.ui.focus(undefined)),
  accessibilityFocus: ({ screen, window, view }) =>
    view.node.isVisibleToUser && does(() => setAccessibilityFocus(screen, window.record, view.placed.path)),
  clearAccessibilityFocus: ({ screen, window, view }) =>
    screen.focusedPathIn(window.record) === view.placed.path &&
    does(() => {
      screen.accessibilityFocus = undefined;
    }),
  setText: (target) => edit(target, (field) => field.setText(target.params.text ?? "")),
  setSelection,
  paste: (target) => edit(target, (field) => field.insert(target.screen.framework.clipboard ?? "")),
  copy: (target) => copy(target, false),
  cut: (target) => copy(target, true),
  imeEnter: ({ view }) =>
    view.placed.view.field?.onSubmit !== undefined && does(() => view.placed.view.field?.onSubmit?.()),
  setProgress: ({ view, params }) => setProgress(view, params.value ?? 0),
  showOnScreen,
  scrollForward: (target) => scroll(target, 1),
  scrollBackward: (target) => scroll(target, -1),
  scrollDown: (target) => scroll(target, 1, "vertical"),
  scrollUp: (target) => scroll(target, -1, "vertical"),
  scrollRight: (target) => scroll(target, 1, "horizontal"),
  scrollLeft: (target) => scroll(target, -1, "horizontal"),
};

function does(act: () => void): boolean {
  act();
  return true;
}

function click({ window, view }: ActTarget): boolean {
  const { node, placed } = view;
  if (!node.isClickable || !node.isEnabled) return false;
  window.record.ui.click(placed);
  return true;
}

function setAccessibilityFocus(screen: Screen, record: WindowRecord, path: string): void {
  screen.accessibilityFocus = { record, path };
}

/** Changes the text of a field, and updates the screen. */
function edit({ screen, window, view }: ActTarget, change: (field: FieldModel) => void): boolean {
  const { field } = view.placed.view;
  if (!field || !view.node.isEnabled) return false;
  editField(screen.framework, window.record, () => change(field));
  return true;
}

/** Changes a field's text, and lets the app and the keyboard react to the change. */
export function editField(framework: Framework, record: WindowRecord, change: () => void): void {
  change();
  framework.kernel.changed("content", record.spec.packageName);
  const field = record.ui.focusedField;
  if (field) framework.keyboard.keepInSight(record, field);
}

function setSelection({ view, params, screen, window }: ActTarget): boolean {
  const { field } = view.placed.view;
  const { start = 0, end = 0 } = params;
  if (!field || start > field.text.length || end > field.text.length) return false;
  editField(screen.framework, window.record, () => field.select(start, end));
  return true;
}

function copy(target: ActTarget, takesOut: boolean): boolean {
  const { field } = target.view.placed.view;
  if (!field?.isSelected || field.isPassword) return false;
  const { start, end } = field.selection;
  target.screen.framework.clipboard = field.text.slice(start, end);
  return takesOut ? edit(target, () => field.deleteBackward()) : true;
}

function setProgress({ node, placed }: ReportedView, value: number): boolean {
  const { slider } = placed.view;
  if (!slider || !node.isEnabled) return false;
  slider.onChange(Math.round(Math.max(slider.min, Math.min(slider.max, value))));
  return true;
}

/** Scrolls by one page, as ScrollView and RecyclerView do for an accessibility action; false at the end. */
function scroll({ view, screen }: ActTarget, direction: 1 | -1, axis?: ScrollModel["axis"]): boolean {
  const { placed, node } = view;
  const model = placed.view.scroll;
  if (!model || !node.isEnabled || (axis !== undefined && model.axis !== axis)) return false;
  const { inner } = placed;
  const page = model.axis === "vertical" ? inner.bottom - inner.top : inner.right - inner.left;
  const before = model.offsetAt(screen.now);
  model.scrollBy(direction * page, screen.now);
  return model.offsetAt(screen.now) !== before;
}

function showOnScreen({ screen, window, view }: ActTarget): boolean {
  const { record } = window;
  const { field } = view.placed.view;
  const root = screen.framework.windows.layoutOf(record);
  if (field) return revealField(root, field, screen.now);
  const list = chainTo(root, view.placed.path).findLast((placed) => placed.view.scroll?.axis === "vertical");
  if (!list?.view.scroll) return false;
  const below = view.placed.rect.bottom - list.visible.bottom;
  const above = list.visible.top - view.placed.rect.top;
  if (below <= 0 && above <= 0) return false;
  list.view.scroll.scrollBy(above > 0 ? -above : below, screen.now);
  return true;
}

function chainTo(placed: Placed, path: string): readonly Placed[] {
  if (placed.path === path) return [];
  const next = placed.children.find((child) => path === child.path || path.startsWith(`${child.path}.`));
  return next ? [placed, ...chainTo(next, path)] : [];
}
