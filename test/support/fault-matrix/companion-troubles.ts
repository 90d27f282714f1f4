import { serviceSocket } from "../../../src/devices/companion/names.js";
import type { Rig } from "./rig.js";

/** The troubles of the companion itself, with their descriptions in the table. */
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

/** The allowed results of each call, as tokens like those of OUTCOMES. */
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

/** The requests with which the companion acts. */
export const ACTS = "^service (?:nodeAction|gesture|commitText)";

/**
 * Causes the trouble at the companion's next matching request; gives a function that ends it, as far as it can end.
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
  const { faultFor: strike } = faults;
  const stop = () => {
    faults.faultFor = strike;
  };
  faults.faultFor = (target, text) => {
    if (target === "request" && pattern.test(text)) {
      stop();
      run();
    }
    return strike.call(faults, target, text);
  };
  return stop;
}

const DEAF = "localabstract:deaf";

/** The service's socket accepts connections, but never reads from them. */
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
