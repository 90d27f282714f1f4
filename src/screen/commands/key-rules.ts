import { type CommandRule, countOf, TIMES } from "./command.js";

const PUSH = "(?:press|hit|push)(?: the)?";
const END = "(?: key| button)?";
const SCREEN = "the (?:screen|display|phone|device)";

/** Well-known keys by their names; all other keys only before the word "key". */
export const KEY_RULES: readonly CommandRule[] = [
  key(`(?:(?:go|navigate) )?back|${PUSH} back${END}`, "back"),
  key(`go(?: to)?(?: the)? home(?: screen| page)?|home|${PUSH} home${END}`, "home"),
  key(`(?:open|show|${PUSH})(?: the)? (?:recents?|recent apps|overview|app switcher)${END}`, "recents"),
  key(`${PUSH} (?:enter|return)${END}`, "enter"),
  key(`(?:${PUSH} )?volume up${END}|turn (?:up the volume|the volume up)|(?:raise|increase) the volume`, "volume_up"),
  key(
    `(?:${PUSH} )?volume down${END}|turn (?:down the volume|the volume down)|(?:lower|decrease|reduce) the volume`,
    "volume_down",
  ),
  key(`(?:turn off|switch off|lock) ${SCREEN}`, "sleep"),
  key(`(?:turn on|switch on|wake(?: up)?) ${SCREEN}|wake up`, "wakeup"),
  key("(?:open|show|pull down)(?: the)? notifications?(?: shade| panel| drawer| bar)?", "notifications"),
  key("(?:open|show|pull down)(?: the)? quick settings(?: panel)?", "quick_settings"),
  {
    form: new RegExp(`^${PUSH} (?<name>[a-z0-9_]+(?: [a-z]+)?) key${TIMES}$`, "i"),
    read: ({ name = "", times }) => ({ verb: "key", key: name.toLowerCase().replace(" ", "_"), count: countOf(times) }),
  },
];

function key(form: string, name: string): CommandRule {
  return {
    form: new RegExp(`^(?:${form})${TIMES}$`, "i"),
    read: ({ times }) => ({ verb: "key", key: name, count: countOf(times) }),
  };
}
