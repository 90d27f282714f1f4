import type { Rig } from "./rig.js";

/**
 * Counts the events that reach adb server and phone (requests, services, programs, requests to the companion), so that
 * a number identifies the same moment in every run. Dispose of it to stop.
 */
export function countEvents(rig: Rig, onEvent: (count: number) => void): Disposable {
  const { faults } = rig.product.device;
  const before = { proxy: rig.proxy.strike, device: faults.faultFor };
  let count = 0;
  const note = () => {
    count += 1;
    onEvent(count);
  };
  rig.proxy.strike = (request) => {
    note();
    return before.proxy(request);
  };
  faults.faultFor = (target, text) => {
    note();
    return before.device.call(faults, target, text);
  };
  return {
    [Symbol.dispose]() {
      rig.proxy.strike = before.proxy;
      faults.faultFor = before.device;
    },
  };
}
