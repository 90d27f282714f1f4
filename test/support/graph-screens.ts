import { targetSig } from "../../src/graph/build/action-of-step.js";
import type { GraphRun, Outcome, RunStep } from "../../src/graph/build/graph-run.js";
import { factsOfScreen } from "../../src/graph/screen/facts-of-screen.js";
import type { ScreenFacts, SeenElement } from "../../src/graph/screen/screen-facts.js";

const [WIDTH, HEIGHT] = [1000, 2000];

/** An element of a screen, 100 high, below the one before; a string is a button with this label. */
export type Sketch = string | (Partial<SeenElement> & { readonly labels: readonly string[] });

export function element(labels: readonly string[], more: Partial<SeenElement> = {}): SeenElement {
  const role = more.role ?? "button";
  return {
    name: "",
    parent: null,
    role,
    labels,
    value: null,
    resourceId: null,
    package: "com.example.app",
    bounds: null,
    actions: role === "text" ? [] : ["click"],
    enabled: true,
    checked: null,
    selected: false,
    password: false,
    scrollable: false,
    systemBar: false,
    ...more,
  };
}

/** A screen with a title in its bar, and these elements one below another. */
export function screen(title: string, sketches: readonly Sketch[], activity = "com.example.app.Main"): ScreenFacts {
  const titled = element([title], { role: "text", resourceId: "com.example.app:id/toolbar_title" });
  const given = sketches.map((one) => (typeof one === "string" ? element([one]) : element(one.labels, one)));
  const elements = [titled, ...given].map((one, place) => {
    const top = 40 + place * 110;
    return { ...one, name: `e${place + 1}`, bounds: one.bounds ?? { left: 0, top, right: WIDTH, bottom: top + 100 } };
  });
  return factsOfScreen({ app: "com.example.app", activity, size: { width: WIDTH, height: HEIGHT }, elements });
}

/** A step that acts on the element with these words, or presses back. */
export function step(
  at: ScreenFacts,
  words: string,
  more: { outcome?: Outcome; type?: string; ms?: number; when?: number } = {},
): RunStep {
  const place = at.parts.findIndex((part) => part.words === words || part.name === words);
  const type = more.type ?? (words === "back" ? "back" : "tap");
  return {
    at: more.when ?? 0,
    screen: at,
    taken: {
      action: { type, ...targetSig(at, place), detail: "", slot: type === "type" ? "text" : null },
      target: at.parts[place]?.name ?? null,
      outcome: more.outcome ?? "ok",
      durationMs: more.ms ?? null,
      sensitive: null,
    },
  };
}

export function run(id: string, ...steps: readonly RunStep[]): GraphRun {
  return { id, at: 0, steps: steps.map((one, place) => ({ ...one, at: one.at || place * 1000 })) };
}
