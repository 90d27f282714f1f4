import { serviceSocket } from "../../../src/devices/companion/names.js";
import type { Rig } from "./rig.js";

/** What can go wrong with the companion itself, in the words of the table. */
export const TROUBLES = {
  crashes: "its process throws when it is asked, and nothing starts it again",
  "is killed": "its process is killed when it is asked; Android starts it again",
  hangs: "it takes the request and never answers",
  "is suppressed": "another UiAutomation takes accessibility when it is asked",
  "never reads": "its socket takes connections and reads nothing",
} as const;

export type TroubleName = keyof typeof TROUBLES;

export function isTrouble(name: string): name is TroubleName {
  return name in TROUBLES;
}

/** The results that each call may have; tokens as in OUTCOMES. */
export const COMPANION_OUTCOMES: Readonly<Record<TroubleName, Readonly<Record<string, string>>>> = {
  crashes: { observe: "ok -DEVICE_DISCONNECTED", tap: "DEVICE_DISCONNECTED~", type_text: "DEVICE_DISCONNECTED~" },
  "is killed": { observe: "ok -DEVICE_DISCONNECTED", tap: "DEVICE_DISCONNECTED~", type_text: "DEVICE_DISCONNECTED~" },
  hangs: { observe: "ok -TIMEOUT", tap: "TIMEOUT~", type_text: "TIMEOUT~" },
  "is suppressed": {
    observe: "-ON_DEVICE_SUPPRESSED -UIAUTOMATION_BUSY -HIERARCHY_UNAVAILABLE",
    tap: "ON_DEVICE_SUPPRESSED ON_DEVICE_SUPPRESSED~",
    type_text: "ON_DEVICE_SUPPRESSED ON_DEVICE_SUPPRESSED~",
  },
  "never reads": { observe: "ok -TIMEOUT", tap: "ok -TIMEOUT", type_text: "ok -TIMEOUT" },
};

/** What the companion is asked when something is done by it. */
export const ACTS = "^service (?:nodeAction|gesture|commitText)";

/**
 * Brings the trouble about when the companion is asked next for what matches; gives what ends it, as far as it ends.
 */
export async function trouble(rig: Rig, name: TroubleName, request: string): Promise<() => void> {
  const { phone, device } = rig.product;
  switch (name) {
    case "crashes":
      return whenAsked(rig, request, () => phone.onDevice.crash());
    case "is killed":
      return whenAsked(rig, request, () => phone.onDevice.kill());
    case "is suppressed": {
      const stop = whenAsked(rig, request, () => phone.setUiAutomationConnected(true));
      return () => {
        stop();
        phone.setUiAutomationConnected(false);
      };
    }
    case "hangs":
      device.faults.set([{ request, fault: { kind: "hang" } }]);
      return () => device.faults.clear();
    case "never reads":
      await rig.closeCompanion();
      return deafSocket(rig);
  }
}

function whenAsked(rig: Rig, request: string, run: () => void): () => void {
  const pattern = new RegExp(request);
  const { faults } = rig.product.device;
  const { strike } = faults;
  const stop = () => {
    faults.strike = strike;
  };
  faults.strike = (target, text) => {
    if (target === "request" && pattern.test(text)) {
      stop();
      run();
    }
    return strike.call(faults, target, text);
  };
  return stop;
}

const DEAF = "localabstract:deaf";

/** Connections to the service's socket come, and nobody ever reads from them. */
function deafSocket(rig: Rig): () => void {
  const { listeners } = rig.product.device;
  const { connect } = listeners;
  const stop = listeners.listen(DEAF, () => {});
  const socket = `localabstract:${serviceSocket(0)}`;
  listeners.connect = (name, peer) => connect.call(listeners, name === socket ? DEAF : name, peer);
  return () => {
    listeners.connect = connect;
    stop();
  };
}
