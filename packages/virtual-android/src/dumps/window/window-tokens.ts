import type { PhoneState, WindowState } from "../../phone-state.js";
import { type DisplayView, displayViews } from "../display-views.js";
import { indent, type Lines } from "../text.js";
import { activityOf, appToken, plainToken, windowToken } from "../tokens.js";
import { tokenLines } from "./displays/application-tokens.js";

/** `dumpsys window tokens`: all tokens with their windows; up to Android 10 the tokens of activities in full. */
export function dumpTokens(state: PhoneState): Lines {
  const views = displayViews(state);
  return [
    "WINDOW MANAGER TOKENS (dumpsys window tokens)",
    "  All tokens:",
    ...views.flatMap((view) => [`  Display #${view.display.displayId}`, ...indent("  ", displayTokens(state, view))]),
  ];
}

function displayTokens(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const apps = view.tasks.flatMap((task) =>
    task.activities.flatMap((activity) => [
      `${appToken(api, activity)}:`,
      ...indent("  ", api <= 29 ? tokenLines(api, view, task, activity) : windowsOf(view, activity.hash)),
    ]),
  );
  const others = view.windows.filter((window) => activityOf(view.tasks, window) === null);
  return [...apps, ...others.flatMap((window) => [`${plainToken(api, window)}:`, ...plainLines(api, window)])];
}

function windowsOf(view: DisplayView, activityHash: string): Lines {
  const windows = view.windows.filter((window) => window.activityHash === activityHash);
  return [`windows=[${windows.map(windowToken).join(", ")}]`, "windowType=2"];
}

function plainLines(api: number, window: WindowState): Lines {
  const visible = api <= 29 ? ` hidden=${!window.isVisible} hasVisible=${window.isVisible}` : "";
  return [`  windows=[${windowToken(window)}]`, `  windowType=${window.layoutType}${visible}`];
}
