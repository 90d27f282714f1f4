import { isEmpty, type Point, type Rect } from "../../../../src/base/geometry.js";
import type { Canvas } from "../draw/canvas.js";
import type { Fonts } from "../draw/fonts.js";
import type { FieldModel } from "./field.js";
import { caretIndexAt } from "./field-text.js";
import { type FocusDirection, findNextFocus } from "./focus-finder.js";
import type { GestureHost, LastTap } from "./gesture.js";
import { everyView } from "./hit.js";
import { layOut, type Placed } from "./layout.js";
import type { LayoutEnv } from "./measure.js";
import { CARET_MARGIN_DP, paintTree } from "./paint.js";
import { Touches } from "./touches.js";
import type { View } from "./view.js";

/** The functions of the phone that the views of one window use. */
export interface UiHost {
  readonly density: number;
  readonly longPressMs: number;
  now(): number;
  after(ms: number, run: () => void): () => void;
  /** A change in the window: of its content, or only of its appearance. */
  changed(kind: "content" | "look"): void;
  /** A text field was tapped and needs the keyboard. */
  fieldTapped(field: FieldModel): void;
  /** A view of this class was clicked; apps report clicks to accessibility services. */
  acted?(kind: "clicked" | "longClicked", className: string): void;
}

/** The movements in a window without a finger. */
export interface Motion {
  readonly isEndless: boolean;
  /** The phone time at which the last moving list stops; 0 if none moves. */
  readonly scrollsUntil: number;
}

const CARET_PERIOD_MS = 500;

/** The views of one window: builds, lays out and draws them, and sends touches and focus to them. */
export class UiRoot {
  readonly #host: UiHost;
  readonly #content: () => View;
  #view: View | undefined;
  #placed: { readonly key: string; readonly root: Placed } | undefined;
  #fonts: Fonts | undefined;
  #pressedPath: string | undefined;
  #focusedPath: string | undefined;
  #focusedField: FieldModel | undefined;
  #focusedAt = 0;
  readonly #numbers = new WeakMap<FieldModel, number>();
  #lastNumber = 0;
  readonly #touches: Touches;

  constructor(host: UiHost, content: () => View) {
    this.#host = host;
    this.#content = content;
    this.#touches = new Touches(this.#makeGestureHost());
  }

  get focusedField(): FieldModel | undefined {
    return this.#focusedField;
  }

  /** A number for the field with the focus that no other focused field had, like the hash of its view. */
  get focusedNumber(): number {
    const field = this.#focusedField;
    if (!field) return 0;
    const number = this.#numbers.get(field) ?? ++this.#lastNumber;
    this.#numbers.set(field, number);
    return number;
  }

  get focusedPath(): string | undefined {
    return this.#focusedPath;
  }

  /** Drops the built views, because their state has changed. */
  invalidate(): void {
    this.#view = undefined;
    this.#placed = undefined;
  }

  /** The current views, built once after every change. */
  view(): View {
    this.#view ??= this.#content();
    return this.#view;
  }

  /** The current views, laid out in a box. */
  layout(box: Rect, env: LayoutEnv): Placed {
    const view = this.view();
    const scrolls = scrollPositions(view, env.now);
    const key = `${box.left},${box.top},${box.right},${box.bottom} ${env.density} ${env.fontScale} ${scrolls}`;
    if (this.#placed?.key === key) return this.#placed.root;
    this.#fonts = env.texts.fonts;
    const root = layOut(view, box, env);
    this.#placed = { key, root };
    return root;
  }

  /** The movements that depend on time: endless animations, and until when lists move. Needs no layout. */
  motion(now: number): Motion {
    return motionOf(this.view(), now);
  }

  paint(root: Placed, canvas: Canvas, env: { readonly isDark: boolean; readonly now: number }): void {
    paintTree(root, canvas, {
      ...env,
      density: this.#host.density,
      pressedPath: this.#pressedPath,
      focusedPath: this.#focusedPath,
      focusedField: this.#focusedField,
      isCaretVisible: this.caretPhase(env.now) % 2 === 0,
    });
  }

  /** The number of half seconds since a text field got the focus; the caret is visible in even ones. */
  caretPhase(now: number): number {
    return this.#focusedField ? Math.floor((now - this.#focusedAt) / CARET_PERIOD_MS) : 0;
  }

  touchDown(root: Placed, point: Point, finger = 0): void {
    this.#focusedPath = undefined;
    this.#touches.down(root, point, finger, this.#host.now());
  }

  touchMove(point: Point, finger = 0): void {
    this.#touches.move(point, finger, this.#host.now());
  }

  touchUp(point: Point, finger = 0): void {
    this.#touches.up(point, finger, this.#host.now());
  }

  touchCancel(): void {
    this.#touches.cancel();
  }

  /** Gives the focus to a text field; with undefined no field has the focus. */
  focusField(field: FieldModel | undefined): void {
    if (this.#focusedField !== field) this.#focusedAt = this.#host.now();
    this.#focusedField = field;
    this.#focusedPath = undefined;
    this.#host.changed("content");
  }

  /** Moves the focus to the next view, as TAB does. False if there is none. */
  moveFocusOn(root: Placed): boolean {
    const all = focusableViews(root);
    const next = all[all.findIndex((placed) => this.#hasFocus(placed)) + 1];
    if (next) this.focus(next);
    return next !== undefined;
  }

  /**
   * Moves the focus in this direction, as the D-pad does. If no view has the focus, the first view gets it
   * (ViewRootImpl.performFocusNavigation: restoreDefaultFocus). False if there is no view in this direction.
   */
  moveFocus(root: Placed, direction: FocusDirection): boolean {
    const all = focusableViews(root);
    const source = all.find((placed) => this.#hasFocus(placed));
    const others = all.filter((placed) => placed !== source).map((placed) => ({ rect: placed.visible, placed }));
    const next = source ? findNextFocus(source.visible, others, direction)?.placed : all[0];
    if (next) this.focus(next);
    return next !== undefined;
  }

  #hasFocus({ path, view }: Placed): boolean {
    return path === this.#focusedPath || (view.field !== undefined && view.field === this.#focusedField);
  }

  /** Moves the focus to the next text field, visible or not, as ENTER does; undefined if there is none. */
  focusNextField(root: Placed): FieldModel | undefined {
    const fields = [...everyView(root)].flatMap(({ view }) => (view.field && !view.isDisabled ? [view.field] : []));
    const next = this.#focusedField && fields[fields.indexOf(this.#focusedField) + 1];
    if (next) this.focusField(next);
    return next;
  }

  /** Clicks the view with the focus, as ENTER does; false if no view has the focus. */
  clickFocused(root: Placed): boolean {
    const target = [...everyView(root)].find((p) => p.path === this.#focusedPath);
    if (!target?.view.onClick || target.view.isDisabled) return false;
    this.#clicked(target);
    return true;
  }

  /** ACTION_CLICK of an accessibility service: works as a tap, without a finger. */
  click(placed: Placed): void {
    this.#clicked(placed);
  }

  /** ACTION_LONG_CLICK; false if the view has no long-click handler. */
  longClick({ view }: Placed): boolean {
    if (view.onLongClick === undefined) return false;
    this.#host.acted?.("longClicked", view.className);
    view.onLongClick();
    this.#host.changed("content");
    return true;
  }

  /** Gives the focus to a view; with undefined no view has the focus. */
  focus(placed: Placed | undefined): void {
    this.focusField(placed?.view.field);
    this.#focusedPath = placed && !placed.view.field ? placed.path : undefined;
  }

  /** Clicks a view; without a point the click came from a key. */
  #clicked(placed: Placed, point?: Point): void {
    const { field, onClick } = placed.view;
    this.#host.acted?.("clicked", placed.view.className);
    if (field) {
      const isEntered = this.#focusedField !== field;
      this.focusField(field);
      field.moveCaret(point ? this.#caretAt(placed, field, point) : field.text.length);
      if (isEntered && field.isSelectedOnFocus) field.selectAll();
      this.#host.fieldTapped(field);
    }
    onClick?.();
    this.#host.changed("content");
  }

  #caretAt({ inner, text }: Placed, field: FieldModel, point: Point): number {
    if (!text || !this.#fonts) return field.text.length;
    const margin = Math.floor(CARET_MARGIN_DP * this.#host.density + 0.5);
    return caretIndexAt({ inner, text, field, fonts: this.#fonts, margin }, point);
  }

  #makeGestureHost(): GestureHost {
    const host = this.#host;
    let lastTap: LastTap | undefined;
    return {
      get density() {
        return host.density;
      },
      get longPressMs() {
        return host.longPressMs;
      },
      get lastTap() {
        return lastTap;
      },
      set lastTap(tap: LastTap | undefined) {
        lastTap = tap;
      },
      after: (ms, run) => host.after(ms, run),
      setPressed: (path) => {
        if (this.#pressedPath === path) return;
        this.#pressedPath = path;
        host.changed("look");
      },
      clicked: (placed, point) => this.#clicked(placed, point),
      longClicked: ({ view }) => host.acted?.("longClicked", view.className),
      changed: () => host.changed("content"),
    };
  }
}

/** The scroll positions of all views, as one string. */
function scrollPositions(view: View, now: number): string {
  const own = view.scroll ? `${view.scroll.offsetAt(now)};` : "";
  return (view.children ?? []).reduce((all, child) => all + scrollPositions(child, now), own);
}

function motionOf(view: View, now: number): Motion {
  const parts = (view.children ?? []).map((child) => motionOf(child, now));
  return {
    isEndless: view.isAnimated === true || parts.some((part) => part.isEndless),
    scrollsUntil: parts.reduce(
      (latest, part) => Math.max(latest, part.scrollsUntil),
      view.scroll?.movesUntil(now) ?? 0,
    ),
  };
}

/**
 * The views that can have the focus. A scrolling view is one of them only if no view in it can have the focus:
 * ScrollView and RecyclerView set FOCUS_AFTER_DESCENDANTS (ViewGroup.addFocusables).
 */
function focusableViews(root: Placed): readonly Placed[] {
  const all = [...everyView(root)].filter(({ view, visible }) => isFocusable(view) && !isEmpty(visible));
  const holdsAny = (placed: Placed) => [...everyView(placed)].some((inner) => inner !== placed && all.includes(inner));
  return all.filter((placed) => placed.view.scroll === undefined || !holdsAny(placed));
}

function isFocusable(view: View): boolean {
  return !view.isDisabled && Boolean(view.field ?? view.onClick ?? view.isFocusable);
}
