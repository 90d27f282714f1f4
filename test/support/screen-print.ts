import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import { everyNode } from "./virtual-phone.js";

/** What the phone shows and runs, apart from the system's own windows: equal prints are equal screens. */
export function screenPrint(phone: VirtualPhone): string {
  const windows = phone
    .accessibilityWindows()
    .filter(({ root }) => root !== null && root.packageName !== "com.android.systemui");
  const nodes = windows.flatMap(({ title, root }) => [
    title,
    ...(root ? [...everyNode(root)].map((node) => [node.text, node.isChecked, node.isFocused, node.bounds]) : []),
  ]);
  return JSON.stringify([nodes, phone.state().processes.map(({ packageName }) => packageName)]);
}
