import type { ActivityHost, App, Screen } from "../../packages/virtual-android/src/apps/app.js";
import type { FieldModel } from "../../packages/virtual-android/src/ui/field.js";
import type { View } from "../../packages/virtual-android/src/ui/view.js";

/** Another layout of the same app. A key identifies a view by its original form, even if the layout changes it. */
export interface Layout {
  /** The views that replace a view: none, a changed view, or several. Its children are already replaced. */
  readonly place?: (view: View, key: string) => readonly View[];
  /** The id of a view in this layout; menus open at views with given ids. */
  readonly id?: (id: string) => string;
}

/** The true events in the apps, in order: `click KEY`, `text KEY`. */
export type TrueEvents = string[];

/** The app with another layout; records all touches and entries in it. */
export function watchedApp(app: App, events: TrueEvents, layout: Layout = {}): App {
  const activities = app.activities.map((spec) => ({
    ...spec,
    open: (host: ActivityHost, intent: Parameters<typeof spec.open>[1]): Screen => {
      const watch = watcher(spec.className, events, layout);
      const screen = spec.open(watchedHost(host, watch, layout), intent);
      return {
        ...screen,
        content: () => watch("", screen.content()),
      };
    },
  }));
  return { ...app, activities };
}

type Watch = (where: string, view: View) => View;

function watchedHost(host: ActivityHost, watch: Watch, layout: Layout): ActivityHost {
  const id = layout.id ?? ((name: string) => name);
  return {
    ...host,
    dialog: (options) => host.dialog({ ...options, content: (close) => watch("dialog", options.content(close)) }),
    menu: (anchor, items) => host.menu(id(anchor), items),
  };
}

function watcher(activity: string, events: TrueEvents, layout: Layout): Watch {
  const texts = new WeakMap<FieldModel, string>();
  const note = (event: string) => void events.push(event);
  const rework = (view: View, { key: where, inside }: Where): View => {
    const seen = new Map<string, number>();
    const children = view.children?.flatMap((child) => {
      const own = nameOf(child);
      const times = (seen.get(own) ?? 0) + 1;
      seen.set(own, times);
      const key = `${inside} > ${own}${times > 1 ? `#${times}` : ""}`;
      const done = rework(child, { key, inside: `${inside} > ${child.id ?? child.className.split(".").at(-1)}` });
      return layout.place ? layout.place(done, key) : [done];
    });
    const { field } = view;
    if (field) {
      const before = texts.get(field);
      if (before !== undefined && before !== field.text) note(`text ${where}`);
      texts.set(field, field.text);
    }
    const id = view.id !== undefined && layout.id ? { id: layout.id(view.id) } : {};
    return {
      ...view,
      ...id,
      ...(children && { children }),
      ...(view.onClick && { onClick: logged(view.onClick, () => note(`click ${where}`)) }),
      ...(view.onLongClick && { onLongClick: logged(view.onLongClick, () => note(`long click ${where}`)) }),
      ...(view.onDoubleTap && { onDoubleTap: logged(view.onDoubleTap, () => note(`double tap ${where}`)) }),
    };
  };
  return (where, view) => rework(view, { key: `${activity} ${where}`, inside: `${activity} ${where}` });
}

interface Where {
  readonly key: string;
  /** A key without words, since the words of a list change with its first row. */
  readonly inside: string;
}

function logged(run: () => void, note: () => void): () => void {
  return () => {
    note();
    run();
  };
}

function nameOf(view: View): string {
  return `${view.id ?? view.className.split(".").at(-1)}:${firstWords(view) ?? ""}`;
}

function firstWords(view: View): string | undefined {
  if (view.field) return view.hint;
  if (view.text) return view.text.value;
  for (const child of view.children ?? []) {
    const words = firstWords(child);
    if (words !== undefined) return words;
  }
  return view.label;
}
