import { hasScripts } from "./template.js";

/** Whether this is a package id or a web address. A text with scripts passes: its value is not known before the run. */
export function isAppName(given: string): boolean {
  return hasScripts(given) || /^[\w.-]+$/.test(given) || /^[a-z][a-z\d+.-]*:\S+$/i.test(given);
}

export const NO_APP = "it is neither the id of an app, such as com.example, nor an address";
