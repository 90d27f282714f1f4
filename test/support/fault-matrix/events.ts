import type { Rig } from "./rig.js";

/**
 * Counts what reaches adb server and phone (requests, services, programs, questions to the companion) and reports
 * each, so that a moment can be named that is the same in every run. Dispose of it to stop.
 */
export function countEvents(rig: Rig, onEvent: (count: number) => void): Disposable {
  const { faults } = rig.product.device;
  const before = { proxy: rig.proxy.strike, device: faults.strike };
  let count = 0;
  const note = () => {
    count += 1;
    onEvent(count);
  };
  rig.proxy.strike = (request) => {
    note();
    return before.proxy(request);
  };
  faults.strike = (target, text) => {
    note();
    return before.device.call(faults, target, text);
  };
  return {
    [Symbol.dispose]() {
      rig.proxy.strike = before.proxy;
      faults.strike = before.device;
    },
  };
}
