import type { Command } from "./command.js";
import { am } from "./commands/am.js";
import { ime } from "./commands/ime.js";
import { input } from "./commands/input.js";
import { monkey } from "./commands/monkey.js";
import { screencap } from "./commands/screencap.js";
import { screenrecord } from "./commands/screenrecord.js";
import { svc } from "./commands/svc.js";
import { uiautomator } from "./commands/uiautomator.js";

/** Every program of the virtual phone. */
export const COMMANDS: readonly Command[] = [am, ime, input, monkey, screencap, screenrecord, svc, uiautomator];
