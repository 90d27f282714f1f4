import type { View } from "../ui/view.js";
import { type AppBarOptions, appBar } from "../ui/widgets/bars.js";
import { column, stack } from "../ui/widgets/basic.js";

/** A screen with a bar at the top and content below it. */
export function page(bar: AppBarOptions, children: readonly View[], options: Partial<View> = {}): View {
  return column([appBar(bar), ...children], { width: "fill", height: "fill", ...options });
}

/** A page with floating views over it: a button, a snackbar. */
export function overlay(layers: readonly View[]): View {
  return stack(layers, { width: "fill", height: "fill" });
}
