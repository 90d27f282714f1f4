import { hasScripts } from "./template.js";

/** A package id, or the address of a page; what has scripts is known later. */
export function isAppName(given: string): boolean {
  return hasScripts(given) || /^[\w.-]+$/.test(given) || /^[a-z][a-z\d+.-]*:\S+$/i.test(given);
}

export const NO_APP = "it is neither the id of an app, as com.example, nor an address";
