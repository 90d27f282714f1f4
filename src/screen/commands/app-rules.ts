import type { CommandRule } from "./command.js";

/** Commands that open a web address. */
export const URL_RULES: readonly CommandRule[] = [
  {
    form: /^(?:open|go to|visit|browse to|navigate to) (?<url>(?:https?:\/\/|www\.)\S+)$/i,
    read: ({ url = "" }) => ({ verb: "url", url: /^www\./i.test(url) ? `https://${url}` : url }),
  },
];

const OPEN = "(?:open|launch|start|run|switch to|go to)(?: the)?";
const CLOSE = "(?:close|quit|exit|kill|stop|end|force[- ]stop)(?: the)?";

/** Commands on apps by name; the names are looked up on the device. */
export const APP_RULES: readonly CommandRule[] = [
  { form: new RegExp(`^${OPEN} (?<name>.+) (?:app|application)$`, "i"), read: open(true) },
  { form: new RegExp(`^${OPEN} (?:app|application) (?<name>.+)$`, "i"), read: open(true) },
  { form: /^(?:launch|start|run)(?: the)? (?<name>.+)$/i, read: open(true) },
  { form: /^open(?: the)? (?<name>.+)$/i, read: open(false) },
  { form: new RegExp(`^${CLOSE} (?<name>.+) (?:app|application)$`, "i"), read: close },
  { form: new RegExp(`^${CLOSE} (?:app|application) (?<name>.+)$`, "i"), read: close },
  { form: /^(?:quit|kill|force[- ]stop)(?: the)? (?<name>.+)$/i, read: close },
];

function open(isApp: boolean): CommandRule["read"] {
  return ({ name = "" }, text) => ({ verb: "open", name: text.shown(name), isApp });
}

function close(...[{ name = "" }, text]: Parameters<CommandRule["read"]>) {
  return { verb: "close", name: text.literal(name).text } as const;
}
