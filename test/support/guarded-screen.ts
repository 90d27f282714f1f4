import type { GuardedScreen } from "../../src/guard/guarded-action.js";
import type { ActiveWindow } from "../../src/screen/facts.js";
import { page, screenWith } from "./build-screen.js";
import type { TreeNode } from "./ui-tree.js";

/** The front window of an app for which the guard has no special rule. */
export const APP_WINDOW: ActiveWindow = {
  package: "com.example.app",
  activity: "com.example.app.MainActivity",
  component: "com.example.app/.MainActivity",
  title: "com.example.app/.MainActivity",
  type: "application",
  windowId: "1",
  userId: 0,
  displayId: 0,
  app: null,
  basis: "focus",
};

/** A page of an app with these children, in {@link APP_WINDOW} with these changes. */
export function shownIn(window: Partial<ActiveWindow>, ...children: readonly TreeNode[]): GuardedScreen {
  return { ...screenWith(page(...children)), activeWindow: { ...APP_WINDOW, ...window } };
}
