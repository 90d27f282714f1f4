import { isOffered, type OfferOptions } from "../tool-contract/offer.js";
import type { AnyTool } from "../tool-contract/tool.js";
import { appInfo } from "./app-info.js";
import { batch } from "./batch.js";
import { biometrics } from "./biometrics.js";
import { clearAppData } from "./clear-app-data.js";
import { clipboard } from "./clipboard.js";
import { closeApp } from "./close-app.js";
import { confirmAction } from "./confirm-action.js";
import { crashes } from "./crashes.js";
import { display } from "./display.js";
import { drag } from "./drag.js";
import { emulator } from "./emulator.js";
import { files } from "./files.js";
import { find } from "./find.js";
import { focus } from "./focus.js";
import { goTo } from "./go-to.js";
import { history } from "./history.js";
import { installApp } from "./install-app.js";
import { listApps } from "./list-apps.js";
import { listDevices } from "./list-devices.js";
import { location } from "./location.js";
import { logs } from "./logs.js";
import { network } from "./network.js";
import { notifications } from "./notifications.js";
import { observe } from "./observe.js";
import { openApp } from "./open-app.js";
import { openUrl } from "./open-url.js";
import { orientation } from "./orientation.js";
import { performance } from "./performance.js";
import { permissions } from "./permissions.js";
import { pinch } from "./pinch.js";
import { predictNextActions } from "./predict-next-actions.js";
import { pressKey } from "./press-key.js";
import { recall } from "./recall.js";
import { recordScreen } from "./record-screen.js";
import { runSkill } from "./run-skill.js";
import { screenshot } from "./screenshot.js";
import { scrollTo } from "./scroll-to.js";
import { settings } from "./settings.js";
import { startTrace } from "./start-trace.js";
import { stopTrace } from "./stop-trace.js";
import { swipe } from "./swipe.js";
import { takeAction } from "./take-action.js";
import { tap } from "./tap.js";
import { typeText } from "./type-text.js";
import { uninstallApp } from "./uninstall-app.js";
import { verify } from "./verify.js";
import { waitFor } from "./wait-for.js";

/** Every tool, in the order in which lists show them. */
export const TOOLS: readonly AnyTool[] = [
  listDevices,
  observe,
  screenshot,
  find,
  tap,
  swipe,
  scrollTo,
  drag,
  pinch,
  typeText,
  pressKey,
  openApp,
  closeApp,
  openUrl,
  listApps,
  waitFor,
  verify,
  batch,
  history,
];

/** Tools that are offered only with an option; lists show them last. */
export const OPTIONAL_TOOLS: readonly AnyTool[] = [
  orientation,
  display,
  settings,
  clipboard,
  location,
  network,
  notifications,
  biometrics,
  emulator,
  focus,
  permissions,
  appInfo,
  performance,
  logs,
  crashes,
  files,
  recordScreen,
  confirmAction,
  takeAction,
  installApp,
  clearAppData,
  uninstallApp,
  startTrace,
  stopTrace,
  recall,
  predictNextActions,
  goTo,
  runSkill,
];

/** The tools that a server with these options offers. */
export function offeredTools(options: OfferOptions): readonly AnyTool[] {
  return [...TOOLS, ...OPTIONAL_TOOLS].filter((tool) => isOffered(tool, options));
}
