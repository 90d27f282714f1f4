import { setMaxListeners } from "node:events";

/** A controller whose signal can have many listeners at once; otherwise Node would warn of a memory leak. */
export function lastingController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
