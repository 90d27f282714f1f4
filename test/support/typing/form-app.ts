import type { ActivityHost, App, Screen } from "../../../packages/virtual-android/src/apps/app.js";
import { page } from "../../../packages/virtual-android/src/apps/builder.js";
import { FieldModel, type FieldOptions } from "../../../packages/virtual-android/src/ui/field.js";
import { ScrollModel } from "../../../packages/virtual-android/src/ui/scroll.js";
import type { View } from "../../../packages/virtual-android/src/ui/view.js";
import { column, row, text } from "../../../packages/virtual-android/src/ui/widgets/basic.js";
import { plainField } from "../../../packages/virtual-android/src/ui/widgets/inputs.js";
import { scrollView } from "../../../packages/virtual-android/src/ui/widgets/lists.js";

export const FORM_APP = "com.example.desk";

/** How the fields are labelled: by a hint, by a caption above, or by a description. */
export type Naming = "hint" | "caption" | "description";
/** The ids of the fields: each its own, the same for all as in rows of a list, or none as in a web page. */
export type Ids = "own" | "shared" | "none";

/** A field of the app: the view with its text, and its present name. */
export interface FormField {
  readonly model: FieldModel;
  /** The entry name of the id of its view, if fields have their own ids. */
  readonly view: string;
  readonly name: string;
}

export interface FormAppState {
  readonly naming: Naming;
  readonly ids: Ids;
  readonly isWeb: boolean;
  readonly cells: readonly FormField[];
  readonly ticks: number;
  readonly complaint: string | null;
  readonly suggestions: readonly string[];
  /** Whether the number of characters is shown below each field. */
  readonly counts: boolean;
  readonly banner: boolean;
}

/** A text entered into a field, or Enter pressed in it, with the field's name at that moment. */
export interface Entry {
  readonly name: string;
  readonly what: "text" | "submit";
}

/** A form that records the name of a field at the time of each entry into it. */
export class FormApp {
  state: FormAppState = {
    ...{ naming: "hint", ids: "own", isWeb: false, cells: [], ticks: 0, complaint: null },
    ...{ suggestions: [], counts: false, banner: false },
  };
  readonly entries: Entry[] = [];
  #host: ActivityHost | undefined;
  #dialog: { close(): void } | undefined;
  #scroll = new ScrollModel();

  app(): App {
    const open = (host: ActivityHost): Screen => {
      this.#host = host;
      return { content: () => this.#content() };
    };
    return {
      packageName: FORM_APP,
      label: "Desk",
      icon: { symbol: "edit", color: 0xff5a4fcf },
      activities: [{ className: `${FORM_APP}.DeskActivity`, isLauncher: true, open }],
    };
  }

  /** A field that records entries. */
  makeField(
    options: Omit<FieldOptions, "onSubmit" | "onChange"> & { readonly next?: () => FieldModel | undefined },
  ): FieldModel {
    const { next, ...rest } = options;
    const model: FieldModel = new FieldModel({
      ...rest,
      onChange: (words) => {
        this.#note(model, "text");
        const following = words.length >= model.maxLength ? next?.() : undefined;
        if (following) this.focus(following);
      },
      onSubmit: () => this.#note(model, "submit"),
    });
    return model;
  }

  #note(model: FieldModel, what: Entry["what"]): void {
    const cell = this.state.cells.find((one) => one.model === model);
    this.entries.push({ name: cell?.name ?? "dialog", what });
  }

  change(to: Partial<FormAppState>): void {
    this.state = { ...this.state, ...to };
    this.#host?.update();
  }

  begin(state: Partial<FormAppState>): void {
    this.closeDialog();
    this.#host?.leaveField();
    this.#scroll = new ScrollModel();
    this.change({ ticks: 0, complaint: null, suggestions: [], counts: false, banner: false, ...state });
    this.entries.length = 0;
  }

  focus(model: FieldModel): void {
    this.#host?.focusField(model);
  }

  leaveField(): void {
    this.#host?.leaveField();
  }

  /** Opens a window with a field of the same id, which takes the focus. */
  openDialog(): void {
    const field = this.makeField({});
    this.#dialog = this.#host?.dialog({
      content: () =>
        column(
          [
            text("Search", { size: 16 }),
            this.#field({ model: field, view: this.state.cells[0]?.view ?? "", name: "dialog" }),
          ],
          { padding: 16 },
        ),
    });
  }

  closeDialog(): void {
    this.#dialog?.close();
    this.#dialog = undefined;
  }

  #content(): View {
    const { state } = this;
    const isBoxes = state.cells.some(({ name }) => name.startsWith("Digit"));
    const cells = state.cells.map((cell) => this.#cell(cell, isBoxes));
    const fields = isBoxes ? row(cells, { width: "fill", gap: 4 }) : column(cells, { width: "fill", gap: 8 });
    const body = column(
      [
        ...(state.banner ? [text("Free delivery today", { width: "fill", height: 48, padding: 8 })] : []),
        ...(state.isWeb ? [{ ...fields, className: "android.webkit.WebView" }] : [fields]),
        ...state.suggestions.map((words) => text(words, { width: "fill", height: 40, padding: 8, onClick: () => {} })),
        text("Imprint", { size: 12 }),
      ],
      { width: "fill", gap: 8 },
    );
    const bar = { title: "Desk", actions: [text(`${state.ticks} online`, { size: 12 })] };
    return page(bar, [scrollView([body], this.#scroll, { id: "desk_scroll", padding: { x: 16, y: 8 } })]);
  }

  #cell(cell: FormField, isBox: boolean): View {
    const { naming, counts, complaint } = this.state;
    const above = naming === "caption" ? [text(cell.name, { size: 12 })] : [];
    const below = counts ? [text(`${cell.model.text.length}/60`, { size: 10 })] : [];
    const error = complaint !== null && cell === this.state.cells[0] ? [text(complaint, { size: 12 })] : [];
    return column([...above, this.#field(cell), ...below, ...error], isBox ? { weight: 1 } : { width: "fill", gap: 2 });
  }

  #field({ model, view, name }: FormField): View {
    const { naming, ids } = this.state;
    return plainField({
      field: model,
      hint: naming === "hint" ? name : "",
      ...(naming === "description" && { label: name }),
      ...(ids === "none" ? {} : { id: ids === "shared" ? "input" : view }),
    });
  }
}
