import type { ActivityHost, App, Screen } from "../../../packages/virtual-android/src/apps/app.js";
import { page } from "../../../packages/virtual-android/src/apps/builder.js";
import { FieldModel } from "../../../packages/virtual-android/src/ui/field.js";
import type { View } from "../../../packages/virtual-android/src/ui/view.js";
import { column, row, text } from "../../../packages/virtual-android/src/ui/widgets/basic.js";
import { button } from "../../../packages/virtual-android/src/ui/widgets/buttons.js";
import { plainField } from "../../../packages/virtual-android/src/ui/widgets/inputs.js";

export const TICKING_APP = "com.fovea.meter";

/**
 * The controls: `quiet` does nothing, `next` shows another page, `agree` is a check box, `swap` changes its own words.
 */
export const TICKING_APP_CONTROLS = ["add", "quiet", "next", "agree", "swap", "field", "row"] as const;
export type TickingAppControl = (typeof TICKING_APP_CONTROLS)[number];

/** An app with a text that changes by itself; it records which control each touch really hit. */
export class TickingApp {
  readonly hits: string[] = [];
  onHit: (what: string) => void = () => {};
  readonly #field = new FieldModel({ kind: "text" });
  #host: ActivityHost | undefined;
  #ticks = 0;
  #everyMs: () => number = () => 0;
  #sum = 0;
  #page = 1;
  #isAgreed = false;
  #words = "Start";
  #names: readonly string[] = ["Alice", "Bob", "Frank"];
  #stop: () => void = () => {};

  app(): App {
    return {
      packageName: TICKING_APP,
      label: "Meter",
      icon: { symbol: "list", color: 0xff3f7d58 },
      activities: [{ className: `${TICKING_APP}.MeterActivity`, isLauncher: true, open: (host) => this.#open(host) }],
    };
  }

  /** Shows the first page, and stops all changes. */
  rest(): void {
    this.#stop();
    this.hits.length = 0;
    this.#page = 1;
    this.#isAgreed = false;
    this.#words = "Start";
    this.#names = ["Alice", "Bob", "Frank"];
    this.#host?.leaveField();
    this.#host?.update();
  }

  /** Changes a text again and again; `everyMs` gives the time until each next change. */
  tick(everyMs: () => number): void {
    this.#everyMs = everyMs;
    this.#next();
  }

  /** Changes a text once. */
  bump(): void {
    this.#ticks += 1;
    this.#host?.update();
  }

  /** Changes the meaning of the first row and of the button at its place. */
  rename(): void {
    this.#names = ["Zoe", ...this.#names.slice(1)];
    this.#page = 3;
    this.#host?.update();
  }

  #next(): void {
    this.#stop =
      this.#host?.after(this.#everyMs(), () => {
        this.#ticks += 1;
        this.#next();
      }) ?? (() => {});
  }

  #open(host: ActivityHost): Screen {
    this.#host = host;
    return { content: () => this.#content() };
  }

  #content(): View {
    const rows = this.#names.map((name) => this.#row(name));
    const places: readonly View[] =
      this.#page === 2
        ? [
            button(
              "Back",
              this.#hit("back", () => {
                this.#page = 1;
              }),
              { id: "back" },
            ),
          ]
        : this.#page === 3
          ? [
              this.#button("pay", "Pay"),
              this.#button("wire", "Wire"),
              this.#button("buy", "Buy"),
              this.#button("sell", "Sell"),
            ]
          : [
              this.#button("add", `Add`),
              this.#button("quiet", "Quiet"),
              this.#button("next", "Next"),
              this.#button("swap", this.#words),
            ];
    return page({ title: `Meter ${this.#page}` }, [
      text(`${this.#ticks} seconds`, { id: "ticks", size: 12 }),
      text(`sum ${this.#sum}`, { id: "sum", size: 12 }),
      plainField({ field: this.#field, hint: "City", id: "city", onClick: this.#hit("field") }),
      row(places.slice(0, 2), { width: "fill", gap: 4, padding: 4 }),
      row(places.slice(2), { width: "fill", gap: 4, padding: 4 }),
      this.#box(),
      column(rows, { width: "fill" }),
    ]);
  }

  #box(): View {
    const onClick = this.#hit("agree", () => {
      this.#isAgreed = !this.#isAgreed;
    });
    return {
      ...text("I agree", { id: "agree", height: 32, onClick }),
      checked: this.#isAgreed,
      className: "android.widget.CheckBox",
    };
  }

  #row(name: string): View {
    return row([text(name, { weight: 1, size: 14 })], {
      width: "fill",
      height: 36,
      padding: { x: 8 },
      onClick: this.#hit(`row ${name}`),
    });
  }

  #button(what: string, label: string): View {
    const does: Readonly<Record<string, () => void>> = {
      add: () => {
        this.#sum += 1;
      },
      next: () => {
        this.#page = 2;
      },
      swap: () => {
        this.#words = this.#words === "Start" ? "Stop" : "Start";
      },
    };
    return button(label, this.#hit(what, does[what]), { id: what, height: 32, padding: { x: 8 } });
  }

  #hit(what: string, does: () => void = () => {}): () => void {
    return () => {
      this.hits.push(what);
      does();
      this.onHit(what);
    };
  }
}
