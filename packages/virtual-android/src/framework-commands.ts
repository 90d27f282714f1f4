import type { Command } from "./command.js";
import { am } from "./commands/am.js";
import { appProcess } from "./commands/app-process.js";
import { appops } from "./commands/appops.js";
import { makeCmd } from "./commands/cmd.js";
import { content } from "./commands/content.js";
import { dumpsys } from "./commands/dumpsys.js";
import { getevent } from "./commands/getevent.js";
import { getprop } from "./commands/getprop.js";
import { ime } from "./commands/ime.js";
import { input } from "./commands/input.js";
import { logcat } from "./commands/logcat.js";
import { monkey } from "./commands/monkey.js";
import { pm } from "./commands/pm.js";
import { screencap } from "./commands/screencap.js";
import { service } from "./commands/service.js";
import { setprop } from "./commands/setprop.js";
import { settings } from "./commands/settings.js";
import { svc } from "./commands/svc.js";
import { uiautomator } from "./commands/uiautomator.js";
import { wm } from "./commands/wm.js";

/** `cmd` runs the other programs of the list; the list contains `cmd` itself. */
export const cmd: Command = makeCmd((name) => FRAMEWORK_COMMANDS.find((one) => one.name === name));

/** The programs of the virtual phone that use its framework. */
export const FRAMEWORK_COMMANDS: readonly Command[] = [
  am,
  appProcess,
  appops,
  cmd,
  content,
  dumpsys,
  getevent,
  getprop,
  ime,
  input,
  logcat,
  monkey,
  pm,
  screencap,
  service,
  setprop,
  settings,
  svc,
  uiautomator,
  wm,
];
