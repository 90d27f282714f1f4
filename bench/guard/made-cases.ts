import type { App } from "../../packages/virtual-android/src/apps/app.js";
import { center, height, width } from "../../src/base/geometry.js";
import type { GuardedAction } from "../../src/guard/guarded-action.js";
import type { UiElement } from "../../src/screen/element.js";
import { normaliseLabel } from "../../src/screen/label.js";
import type { Observation } from "../../src/screen/observation.js";
import { startLiveProduct } from "../../test/support/live-product.js";
import { type PartApp, partApp } from "../../test/support/part-app.js";
import type { GuardCase } from "./case.js";
import { type LabelledApp, type LabelledScreen, labelledApps, type Way } from "./labels.js";

/** The cases of the labelled apps, which the virtual phone shows in each language and Fovea observes. */
export async function madeCases(signal: AbortSignal): Promise<readonly GuardCase[]> {
  const apps = labelledApps();
  const owners = [...new Set(apps.flatMap(({ screens }) => screens.map((screen) => screen.package)))];
  const shown = new Map(owners.map((owner) => [owner, partApp(owner)]));
  const cases: GuardCase[] = [];
  const moreApps = () => [...shown.values()].map((app) => app.make());
  // A labelled app replaces an app of the phone with the same package.
  const rework = (app: App) => shown.get(app.packageName)?.make() ?? app;
  await using live = await startLiveProduct({ moreApps, rework });
  const { product } = live;
  for (const app of apps)
    for (const screen of app.screens) {
      const part = shown.get(screen.package);
      if (!part) throw new Error(`${screen.package} is not shown`);
      for (const [place, language] of app.languages.entries()) {
        show(part, screen, place);
        product.phone.hooks.open(screen.package);
        signal.throwIfAborted();
        const observation = await live.observe({ fresh: true });
        cases.push(...casesOf({ app, screen, language, place }, observation));
        // A tap on an item closes a menu.
        const first = screen.kind === "menu" ? screen.parts[0]?.words[place] : undefined;
        if (first !== undefined) product.phone.hooks.tap(first);
      }
    }
  return cases;
}

function show(app: PartApp, { kind, parts }: LabelledScreen, place: number): void {
  app.show({ kind, parts: parts.map(({ widget, id, words }) => ({ widget, id, label: words[place] ?? "" })) });
}

interface Shown {
  readonly app: LabelledApp;
  readonly screen: LabelledScreen;
  readonly language: string;
  readonly place: number;
}

function casesOf({ app, screen, language, place }: Shown, observation: Observation): readonly GuardCase[] {
  return screen.parts.flatMap((part) =>
    [...part.labels].map(([way, label]): GuardCase => {
      const words = part.words[place] ?? "";
      const on = elementSaying(words, observation);
      const name = `${app.name} ${screen.kind}:${screen.name} ${language} ${part.widget} ${way} ${JSON.stringify(words)}`;
      if (!on)
        throw new Error(
          `${name} is not on the screen: ${observation.elements.map((one) => one.labels.join("|")).join(", ")}`,
        );
      const action = actionOf(way, on, observation);
      return { split: app.split, origin: "made", language, label, action, screen: observation, name };
    }),
  );
}

function elementSaying(words: string, { elements }: Observation): UiElement | undefined {
  const label = normaliseLabel(words);
  const saying = elements.filter(({ labels }) => labels.some((one) => one === label));
  return saying.findLast(({ actions }) => actions.length > 0) ?? saying.at(-1);
}

function actionOf(way: Way, on: UiElement, { elements }: Observation): GuardedAction {
  const point = center(on.bounds);
  switch (way) {
    case "tap":
      return { kind: "tap", on, point, holdMs: 0 };
    case "enter":
      return { kind: "type", into: on, text: "Hello", submits: true };
    case "type":
      return { kind: "type", into: on, text: "Hello", submits: false };
    case "swipe":
      return { kind: "swipe", on, from: point, to: { x: point.x + Math.round(width(on.bounds) * 0.4), y: point.y } };
    case "drag": {
      const over =
        elements.findLast(
          ({ labels, ref, systemBar }) =>
            !systemBar && ref !== on.ref && labels.length > 0 && labels[0] !== on.labels[0],
        ) ?? null;
      const to = over ? center(over.bounds) : { x: point.x, y: point.y + height(on.bounds) };
      return { kind: "drag", on, from: point, to, over };
    }
  }
}
