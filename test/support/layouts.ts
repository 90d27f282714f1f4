import type { View } from "../../packages/virtual-android/src/ui/view.js";
import type { Layout, TrueEvents } from "./watched-apps.js";

/** The keys of the views that were touched or typed into. */
export function targetsOf(events: readonly (readonly string[])[]): ReadonlySet<string> {
  return new Set(events.flat().map((event) => event.replace(/^(?:click|text) /, "")));
}

const OWN_IDS = (id: string) => (id.includes(":") ? id : `${id}_v2`);

/** Everything scrollable begins lower. */
export const MOVED: Layout = {
  place: (view) => (view.scroll || view.id === "android:id/buttonPanel" ? [gap(56), view] : [view]),
};

export const OTHER_IDS: Layout = { id: OWN_IDS };

/** Rows and buttons have the reverse order. */
export const REORDERED: Layout = {
  place: (view) => [view.scroll || view.arrange === "row" ? { ...view, children: view.children?.toReversed() } : view],
};

/** The touched element has another name. */
export function otherWords(targets: ReadonlySet<string>): Layout {
  return { place: (view, key) => [targets.has(key) ? renamed(view) : view] };
}

/** The touched element has another id and another name. */
export function otherIdsAndWords(targets: ReadonlySet<string>): Layout {
  return { ...otherWords(targets), ...OTHER_IDS };
}

/** A field has another hint from the first character on. */
export const OTHER_HINTS_ONCE_TYPED: Layout = {
  place: (view) => [view.field && view.field.text !== "" ? { ...view, hint: `${view.hint ?? ""} now` } : view],
};

export function without(target: string): Layout {
  return { place: (view, key) => (key === target ? [] : [view]) };
}

/** Before each target there is an imitation without any effect. */
export function withEqualCopies(targets: ReadonlySet<string>, events: TrueEvents): Layout {
  return { place: (view, key) => (targets.has(key) ? [twinOf(view, key, events), view] : [view]) };
}

/** An imitation without any effect replaces a target. */
export function withImpostor(target: string, events: TrueEvents): Layout {
  return { place: (view, key) => [key === target ? twinOf(view, key, events) : view] };
}

/** The target and an equal view with another effect, in one order or the reverse. */
export function withEqualRow(target: string, events: TrueEvents, isFirst: boolean): Layout {
  return {
    place: (view, key) => {
      if (key !== target) return [view];
      const twin = twinOf(view, key, events);
      return isFirst ? [view, twin] : [twin, view];
    },
  };
}

function gap(height: number): View {
  return { className: "android.view.View", width: "fill", height, isHidden: true };
}

function twinOf(view: View, key: string, events: TrueEvents): View {
  const { onClick, field: _, ...rest } = view;
  const children = view.children?.map((child) => twinOf(child, `${key} >`, events));
  return {
    ...rest,
    ...(children && { children }),
    ...(onClick && { onClick: () => void events.push(`click twin of ${key}`) }),
  };
}

/** Changes the words of a view; for a field with text only its hint and label, not the typed text. */
function renamed(view: View): View {
  const { text, label, hint, field } = view;
  const isTyped = field !== undefined && field.text !== "";
  return {
    ...view,
    ...(text && !isTyped && { text: { ...text, value: `${text.value} now` } }),
    ...(label !== undefined && { label: `${label} now` }),
    ...(hint !== undefined && { hint: `${hint} now` }),
    ...(view.children && { children: view.children.map(renamed) }),
  };
}
