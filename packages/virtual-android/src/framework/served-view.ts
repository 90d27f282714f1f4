import type { ServedView } from "../ime-state.js";
import { everyView } from "../ui/hit.js";
import type { Placed } from "../ui/layout.js";
import type { WindowManager } from "./window-manager.js";

/** The view with the input focus in the window with the focus; undefined if no field has the focus. */
export function servedView(windows: WindowManager): ServedView | undefined {
  const window = windows.focused();
  const field = window?.ui.focusedField;
  if (!window || !field) return undefined;
  const all = [...everyView(windows.layoutOf(window))];
  const placed = all.find(({ view }) => view.field === field);
  const page = placed && all.find((one) => isPage(one) && placed.path.startsWith(`${one.path}.`));
  const served = page ?? placed;
  return {
    className: served?.view.className ?? "android.widget.EditText",
    number: page ? 0 : window.ui.focusedNumber,
    bounds: served?.rect ?? { left: 0, top: 0, right: 0, bottom: 0 },
    entry: served?.view.id?.split("/").at(-1) ?? null,
  };
}

/** A WebView draws the whole page, and has the focus for all of its fields. */
function isPage({ view }: Placed): boolean {
  return /WebView$/.test(view.className);
}
