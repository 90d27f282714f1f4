import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import { everyNode } from "./virtual-phone.js";

/** The content and the apps of the screen, without the system's own windows: equal prints mean equal screens. */
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
