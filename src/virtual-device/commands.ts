import type { Command } from "./command.js";
import { cmd } from "./commands/cmd.js";
import { content } from "./commands/content.js";
import { dumpsys } from "./commands/dumpsys.js";
import { getprop } from "./commands/getprop.js";
import { logcat } from "./commands/logcat.js";
import { pm } from "./commands/pm.js";
import { service } from "./commands/service.js";
import { setprop } from "./commands/setprop.js";
import { settings } from "./commands/settings.js";
import { wm } from "./commands/wm.js";

/** Every program in /system/bin of the virtual phone. */
export const COMMANDS: readonly Command[] = [
  cmd,
  content,
  dumpsys,
  getprop,
  logcat,
  pm,
  service,
  setprop,
  settings,
  wm,
];
