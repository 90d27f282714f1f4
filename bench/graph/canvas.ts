import type { SeenElement, SeenScreen } from "../../src/graph/screen/screen-facts.js";

export const [WIDTH, HEIGHT] = [1080, 2400];

type More = Partial<Omit<SeenElement, "name" | "bounds">>;

/** Puts elements on a made screen, from top to bottom. */
export class Canvas {
  readonly #elements: SeenElement[] = [];
  readonly #app: string;
  readonly #activity: string;
  /** Whether the app's elements have resource ids: elements of some toolkits have none. */
  readonly #hasIds: boolean;

  constructor(app: string, activity: string, hasIds: boolean) {
    this.#app = app;
    this.#activity = activity;
    this.#hasIds = hasIds;
  }

  /** Adds an element, and gives its name. `box`: left, top, right, bottom. */
  put(
    role: string,
    id: string,
    labels: readonly string[],
    box: readonly [number, number, number, number],
    more: More = {},
  ) {
    const [left, top, right, bottom] = box;
    const name = `e${this.#elements.length + 1}`;
    this.#elements.push({
      name,
      parent: null,
      role,
      labels,
      value: null,
      resourceId: this.#hasIds && id !== "" ? `${this.#app}:id/${id}` : null,
      package: this.#app,
      bounds: { left, top, right, bottom },
      actions: CLICKED.has(role) ? ["click"] : [],
      enabled: true,
      checked: null,
      selected: false,
      password: false,
      scrollable: false,
      systemBar: false,
      ...more,
    });
    return name;
  }

  /** The clock and the battery of the status bar. */
  statusBar(clock: string, battery: string): void {
    this.put("text", "clock", [clock], [20, 0, 150, 80], { systemBar: true, package: "com.android.systemui" });
    this.put("image", "battery", [`Battery ${battery} percent.`], [980, 0, 1060, 80], { systemBar: true });
  }

  /** Adds a keyboard that covers the screen below 60 % of its height. */
  keyboard(): void {
    const top = HEIGHT * 0.6;
    for (const [place, element] of this.#elements.entries()) {
      if ((element.bounds?.top ?? 0) >= top) this.#elements[place] = { ...element, bounds: null };
    }
    for (const key of "qwertyuiop") this.put("button", "", [key], [0, top, 100, HEIGHT], { systemBar: true });
  }

  screen(): SeenScreen {
    const size = { width: WIDTH, height: HEIGHT };
    return { app: this.#app, activity: this.#activity, size, elements: this.#elements };
  }
}

const CLICKED: ReadonlySet<string> = new Set(["button", "checkbox", "switch", "radio", "tab", "field", "row"]);
