import type { ActivityHost, App, Screen } from "../../../packages/virtual-android/src/apps/app.js";
import { overlay, page } from "../../../packages/virtual-android/src/apps/builder.js";
import { FieldModel } from "../../../packages/virtual-android/src/ui/field.js";
import { ScrollModel } from "../../../packages/virtual-android/src/ui/scroll.js";
import type { View } from "../../../packages/virtual-android/src/ui/view.js";
import { column, row, text } from "../../../packages/virtual-android/src/ui/widgets/basic.js";
import { button, iconButton } from "../../../packages/virtual-android/src/ui/widgets/buttons.js";
import { plainField } from "../../../packages/virtual-android/src/ui/widgets/inputs.js";
import { list } from "../../../packages/virtual-android/src/ui/widgets/lists.js";
import { alert } from "../../../packages/virtual-android/src/ui/widgets/overlays.js";

export const SHOP = "com.fovea.shop";
const PANTRY_CLASS = `${SHOP}.PantryActivity`;
/** An activity of another window with rows like those of the shop. */
export const PANTRY = `${SHOP}/${PANTRY_CLASS}`;

/** One item of the list. Its id identifies it; two items may have the same title. */
export interface Item {
  readonly id: number;
  readonly title: string;
  readonly isDisabled?: boolean;
}

/** What can be touched: a part of an item, or a control that exists once. */
export type ThingKind = "row" | "buy" | "delete" | "star" | "field" | "checkout" | "pay";

/** The true identity of a thing, independent of what the screen shows. */
export interface Thing {
  readonly kind: ThingKind;
  /** Null for a control that exists once. */
  readonly item: number | null;
}

/** A touch that reached a thing, with the title of that thing at the time. */
export interface Hit extends Thing {
  /** The title of the item; null for a control that exists once. */
  readonly title: string | null;
}

/** The item number of obstacles, which no test wants to touch: an overlay or a dialog. */
const OBSTACLE = -1;

/** What a page of the shop shows. */
export interface ShopState {
  readonly items: readonly Item[];
  readonly page: number;
  /** A number that goes up by itself and has no meaning. */
  readonly counter: number;
  /** How often something was hit, so that a touch changes the screen. */
  readonly done: number;
  /** A strip above everything else, which moves it down. */
  readonly hasBanner: boolean;
  /** Whether an overlay covers the page and takes its touches. */
  readonly isCovered: boolean;
  /** Controls that are not on the page now. */
  readonly away: readonly ThingKind[];
  readonly disabled: readonly ThingKind[];
}

/** The visible state of a page. Two items with the same words look the same. */
export function looksOf({ items, ...rest }: ShopState): string {
  return JSON.stringify([items.map(({ title, isDisabled }) => [title, isDisabled]), rest]);
}

export const EMPTY: ShopState = {
  items: [],
  page: 1,
  counter: 7,
  done: 0,
  hasBanner: false,
  isCovered: false,
  away: [],
  disabled: [],
};

/**
 * A small app that knows what was really touched: each thing on its screen has an identity that the screen does not
 * show, and the app records each hit.
 */
export class Shop {
  state: ShopState = EMPTY;
  /** The things that were hit, in order. */
  readonly hits: Hit[] = [];
  /** Called after each hit. */
  onHit: (hit: Hit) => void = () => {};
  readonly scroll = new ScrollModel();
  readonly search = new FieldModel({ kind: "search" });
  #host: ActivityHost | undefined;
  #pantryHost: ActivityHost | undefined;
  #dialog: { close(): void } | undefined;

  app(): App {
    return {
      packageName: SHOP,
      label: "Shop",
      icon: { symbol: "list", color: 0xff3f7d58 },
      activities: [
        { className: `${SHOP}.ShopActivity`, isLauncher: true, open: (host) => this.#open(host) },
        { className: PANTRY_CLASS, open: (host) => this.#pantry(host) },
      ],
    };
  }

  change(to: Partial<ShopState>): void {
    this.state = { ...this.state, ...to };
    this.#host?.update();
  }

  openDialog(): void {
    this.#dialog = this.#host?.dialog({
      content: (close) =>
        alert({
          title: "Rate us",
          message: "Do you like this shop?",
          buttons: [
            { title: "Buy", role: "positive", ...this.#hit({ kind: "buy", item: OBSTACLE, title: "dialog" }) },
            { title: "Later", role: "negative", onClick: close },
          ],
        }),
    });
  }

  closeDialog(): void {
    this.#dialog?.close();
    this.#dialog = undefined;
  }

  closePantry(): void {
    this.#pantryHost?.finish();
    this.#pantryHost = undefined;
  }

  leaveField(): void {
    this.#host?.leaveField();
  }

  toast(words: string): void {
    this.#host?.toast(words);
  }

  #open(host: ActivityHost): Screen {
    this.#host = host;
    return { content: () => this.#content() };
  }

  /** Another page of the same kind, in its own window. */
  #pantry(host: ActivityHost): Screen {
    this.#pantryHost = host;
    const items = ["Milk", "Bread", "Salt", "Tea"].map((title, at) => ({ id: 900 + at, title }));
    const rows = items.map((item) => this.#row(item));
    return { content: () => page({ title: `Pantry ${this.state.done}` }, [column(rows, { width: "fill" })]) };
  }

  #content(): View {
    const { state } = this;
    const banner = text("Free delivery today", { width: "fill", height: 56, padding: 12, background: "primarySoft" });
    const body = page(
      { title: `Shop ${state.page}`, actions: [text(`${state.counter} online, ${state.done} done`, { size: 12 })] },
      [
        ...(state.hasBanner ? [banner] : []),
        ...this.#once(
          "field",
          plainField({ field: this.search, hint: "Search", id: "search", ...this.#hit(once("field")) }),
        ),
        list(
          state.items.map((item) => this.#row(item)),
          this.scroll,
          { id: "items" },
        ),
        row([...this.#once("pay", this.#pay()), ...this.#once("checkout", this.#checkout())], {
          width: "fill",
          gap: 8,
          padding: 8,
        }),
      ],
    );
    return overlay(state.isCovered ? [body, this.#cover()] : [body]);
  }

  #once(kind: ThingKind, view: View): readonly View[] {
    return this.state.away.includes(kind) ? [] : [{ ...view, isDisabled: this.state.disabled.includes(kind) }];
  }

  #hit(hit: Hit): { readonly onClick: () => void } {
    const onClick = () => {
      this.hits.push(hit);
      this.change({ done: this.state.done + 1 });
      this.onHit(hit);
    };
    return { onClick };
  }

  #row({ id, title, isDisabled = false }: Item): View {
    const at = (kind: ThingKind) => this.#hit({ kind, item: id, title });
    return row(
      [
        text(title, { id: "title", weight: 1, lines: 1, size: 16 }),
        iconButton("star", "", at("star").onClick, { id: "star", isDisabled }),
        iconButton("trash", "Delete", at("delete").onClick, { id: "delete", isDisabled }),
        button("Buy", at("buy").onClick, { id: "buy", isDisabled }),
      ],
      { width: "fill", height: 56, padding: { x: 12 }, gap: 4, isDisabled, ...at("row") },
    );
  }

  /** A custom control of the app: Fovea touches, not clicks, an element whose class is not a button. */
  #pay(): View {
    const look = { width: 88, height: 40, padding: 8, background: "surfaceDim" } as const;
    return { ...text("Pay", { ...look, ...this.#hit(once("pay")) }), className: `${SHOP}.PayView` };
  }

  #checkout(): View {
    return button("Checkout", this.#hit(once("checkout")).onClick, { id: "checkout" });
  }

  #cover(): View {
    const words = text("One moment, please", { padding: 16 });
    return column([words], {
      ...{ width: "fill", height: "fill", background: "surfaceHigh", elevation: 8 },
      ...this.#hit({ kind: "row", item: OBSTACLE, title: "cover" }),
    });
  }
}

function once(kind: ThingKind): Hit {
  return { kind, item: null, title: null };
}
