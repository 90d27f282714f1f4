import type { Command, CommandCall } from "../../../packages/virtual-android/src/command.js";
import { dumpsys } from "../../../packages/virtual-android/src/commands/dumpsys.js";
import { input } from "../../../packages/virtual-android/src/commands/input.js";
import { screencap } from "../../../packages/virtual-android/src/commands/screencap.js";
import { uiautomator } from "../../../packages/virtual-android/src/commands/uiautomator.js";
import { createPhone, type PhoneOptions } from "../../../packages/virtual-android/src/create-phone.js";
import { MemoryFiles } from "../../../packages/virtual-android/src/files.js";
import { cmd } from "../../../packages/virtual-android/src/framework-commands.js";
import type { PhoneTime } from "../../../packages/virtual-android/src/phone-time.js";
import type { Profile } from "../../../packages/virtual-android/src/profile.js";
import { startVirtualDevice, type VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import type { VirtualPhone } from "../../../packages/virtual-android/src/virtual-phone.js";
import { rememberDumps, rememberState } from "./remembered-state.js";
import { SHOP, Shop } from "./shop.js";

/**
 * A reading of the phone that a tap uses, a touch of the finger, or a click, which the phone may still refuse.
 * `displays` and `policy` are the window manager's dumps with these names; `focus` is one of these dumps right before a
 * touch, of which Fovea only uses the focused window; `keys` are keys or a text before they reach the focused field.
 */
export type Moment = "displays" | "policy" | "focus" | "power" | "picture" | "tree" | "touch" | "click" | "keys";

/** A phone that shows the shop, and reports each moment right before it. */
export interface HostilePhone extends AsyncDisposable {
  readonly phone: VirtualPhone;
  readonly device: VirtualDevice;
  readonly shop: Shop;
  /** Called right before each moment; may change the phone. */
  onMoment: (moment: Moment) => void;
  /**
   * Awaited after `input` has started and before it touches. A change then is laid out and drawn, if the wait is longer
   * than a frame.
   */
  beforeTouch: (sleep: CommandCall["sleep"]) => Promise<void>;
  /** The same before keys and text; for requests of the companion see {@link beforeActMs}. */
  beforeKeys: (sleep: CommandCall["sleep"]) => Promise<void>;
  /** How long an act of the companion takes to begin; called when its request arrives. */
  beforeActMs: () => number;
  /** Has to be called with each adb service that is opened. */
  noteService(name: string): void;
  /** The phone's programs that read and touch. */
  readonly programs: ReadonlyMap<string, Command>;
}

/** Few pixels, which are drawn fast, but as many dp as an ordinary phone. */
const SIZE = { size: { width: 180, height: 360 }, density: 80 } as const;

export interface HostileOptions extends Partial<PhoneOptions> {
  /** The port of adbd, as for a virtual device; no adbd if absent. */
  readonly adbdPort?: number | null;
  readonly profile?: Profile;
}

/** Starts a small phone without animations, with the shop in front. */
export async function startHostilePhone(
  clock: PhoneTime,
  { adbdPort = null, profile, ...options }: HostileOptions = {},
): Promise<HostilePhone> {
  const shop = new Shop();
  const files = MemoryFiles.create(() => Math.floor(clock.wallMs() / 1000));
  const moreApps = () => [shop.app()];
  const phone = createPhone({ animationScale: 0, ...SIZE, clock, files, moreApps, app: SHOP, ...options });
  let isTouching = false;
  const reported: Pick<HostilePhone, "onMoment" | "beforeTouch" | "beforeKeys" | "beforeActMs"> = {
    onMoment: () => {},
    beforeTouch: async () => {},
    beforeKeys: async () => {},
    beforeActMs: () => 0,
  };
  const say = (moment: Moment) => reported.onMoment(isTouching && isWindow(moment) ? "focus" : moment);
  const programs = [
    watched(rememberDumps(dumpsys), say),
    screencap,
    uiautomator,
    late(cmd, reported),
    late(input, reported),
  ];
  const device = await startVirtualDevice({ phone, clock, adbdPort, commands: programs, ...(profile && { profile }) });
  rememberState(phone);
  watch(phone, device, { say, reported });
  return Object.assign(reported, {
    phone,
    device,
    shop,
    noteService: (name: string) => {
      isTouching = /^shell.* input (?:tap|swipe) /s.test(name);
    },
    programs: new Map(programs.map((program) => [program.name, program])),
    [Symbol.asyncDispose]: async () => await device[Symbol.asyncDispose](),
  });
}

function isWindow(moment: Moment): boolean {
  return moment === "displays" || moment === "policy";
}

/** Reports the start of each dump of the window manager or the power manager. */
function watched(command: Command, say: (moment: Moment) => void): Command {
  return {
    ...command,
    run: async (call) => {
      const isOf = (moment: Moment) =>
        call.argv.includes(moment) && (moment === "power" || call.argv.includes("window"));
      for (const moment of ["displays", "policy", "power"] as const) if (isOf(moment)) say(moment);
      return await command.run(call);
    },
  };
}

/** Delays `input`, also when it is started as `cmd input`. */
function late(command: Command, reported: Pick<HostilePhone, "onMoment" | "beforeTouch" | "beforeKeys">): Command {
  return {
    ...command,
    run: async (call) => {
      const does = call.argv[0] === "cmd" ? call.argv[2] : call.argv[1];
      if (does === "tap" || does === "swipe") await reported.beforeTouch(call.sleep);
      if (does === "text" || does === "keyevent" || does === "keycombination") {
        await reported.beforeKeys(call.sleep);
        reported.onMoment("keys");
      }
      return await command.run(call);
    },
  };
}

/** Requests of the companion that act. */
const ACTS: Readonly<Record<string, Moment>> = { gesture: "touch", nodeAction: "click", commitText: "keys" };

/** Reports pictures and trees when they are taken, requests of the companion when they arrive, and touches. */
function watch(
  phone: VirtualPhone,
  { faults }: VirtualDevice,
  { say, reported }: { say: (moment: Moment) => void; reported: Pick<HostilePhone, "beforeActMs"> },
): void {
  const { pixels, accessibilityWindows, touchDown } = phone;
  const strike = faults.faultFor.bind(faults);
  Object.assign(phone, {
    pixels: () => {
      say("picture");
      return pixels.call(phone);
    },
    accessibilityWindows: () => {
      say("tree");
      return accessibilityWindows.call(phone);
    },
    touchDown: (point: Parameters<typeof touchDown>[0]) => {
      say("touch");
      touchDown.call(phone, point);
    },
  });
  const struck: typeof strike = (target, text) => {
    const method = target === "request" ? (text.split(" ")[1] ?? "") : "";
    if (method === "snapshot") say("tree");
    const moment = ACTS[method];
    if (!moment) return strike(target, text);
    const ms = reported.beforeActMs();
    say(moment);
    return ms > 0 ? { kind: "delay", ms } : strike(target, text);
  };
  Object.assign(faults, { faultFor: struck });
}
