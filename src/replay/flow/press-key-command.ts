import * as z from "zod";
import { findKey, KEYS } from "../../base/key-names.js";
import { lookUp } from "../../base/word-table.js";
import { reader } from "./command-reader.js";
import { name } from "./flow-fields.js";

const keyFields = z.strictObject({ key: name });

/** Maestro's names of keys that have another name in Fovea. */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  backspace: "delete",
  lock: "power",
  "volume up": "volume_up",
  "volume down": "volume_down",
  escape: "KEYCODE_ESCAPE",
  "remote dpad up": "up",
  "remote dpad down": "down",
  "remote dpad left": "left",
  "remote dpad right": "right",
  "remote dpad center": "center",
  "remote media play pause": "KEYCODE_MEDIA_PLAY_PAUSE",
  "remote media stop": "KEYCODE_MEDIA_STOP",
  "remote media next": "KEYCODE_MEDIA_NEXT",
  "remote media previous": "KEYCODE_MEDIA_PREVIOUS",
  "remote media rewind": "KEYCODE_MEDIA_REWIND",
  "remote media fast forward": "KEYCODE_MEDIA_FAST_FORWARD",
  "remote system navigation up": "KEYCODE_SYSTEM_NAVIGATION_UP",
  "remote system navigation down": "KEYCODE_SYSTEM_NAVIGATION_DOWN",
  "remote button a": "KEYCODE_BUTTON_A",
  "remote button b": "KEYCODE_BUTTON_B",
  "remote menu": "KEYCODE_MENU",
  "tv input": "KEYCODE_TV_INPUT",
  "tv input hdmi 1": "KEYCODE_TV_INPUT_HDMI_1",
  "tv input hdmi 2": "KEYCODE_TV_INPUT_HDMI_2",
  "tv input hdmi 3": "KEYCODE_TV_INPUT_HDMI_3",
};

const SAME_KEYS: ReadonlySet<string> = new Set(["enter", "back", "home", "power", "tab"]);

/** Whether Maestro has a key with this name. */
export function isMaestroKey(given: unknown): boolean {
  const word = keyFields.safeParse(given).data?.key.toLowerCase() ?? "";
  return SAME_KEYS.has(word) || Object.hasOwn(OTHER_KEYS, word);
}

/** `pressKey` of a flow. */
export const pressKeyCommand = reader(keyFields, ({ key }) => {
  const word = key.toLowerCase();
  const ours = lookUp(OTHER_KEYS, word) ?? word;
  const isKnown = Object.hasOwn(KEYS, ours) || (/^keycode_/i.test(ours) && findKey(ours) !== undefined);
  return isKnown
    ? { kind: "press", key: ours }
    : `there is no key "${key}": enter, backspace, home, …, or a KEYCODE_ name`;
});
