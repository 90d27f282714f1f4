import { setMaxListeners } from "node:events";

/** A controller whose signal many waits may listen to at once, without Node's warning of a leak. */
export function lastingController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
