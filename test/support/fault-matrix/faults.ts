import type { Fault } from "../../../packages/virtual-android/src/fault-script.js";
import { delay } from "../delay.js";
import type { HostFault } from "./adb-proxy.js";
import type { Rig } from "./rig.js";

/** The faults, with their descriptions in the table. */
export const FAULTS = {
  hangs: "it is accepted and never answers",
  "is refused": "the adb server, or adbd, refuses it",
  fails: "the program behind it ends with status 1 and a complaint",
  "is cut": "the connection ends in the middle of the answer",
  "says half": "the program stops in the middle of its output and claims success",
  "says nothing": "it ends at once, with success and without output",
  "is garbage": "the bytes on the wire are random",
  "says nonsense": "the program prints random bytes",
  trickles: "20 bytes a second",
  floods: "100 MB in place of the answer",
  "drops the phone": "the phone's transport is lost in the middle of the answer, each time",
  "adb server gone": "the adb server is killed when it is asked, and nobody starts it during the call",
  "adb server restarts": "the adb server is killed when it is asked, and somebody starts it 300 ms later",
  "phone reboots": "the phone reboots when it is asked",
  "phone offline": "the phone is offline for 600 ms from when it is asked",
  "phone unauthorized": "the phone takes its authorization back for 600 ms when it is asked",
  "storage full": "nothing can be written on the phone",
} as const;

export type FaultName = keyof typeof FAULTS;

/** All faults, in the order of the table. */
export const FAULT_NAMES: readonly FaultName[] = Object.keys(FAULTS).filter((name) => isFaultName(name));

function isFaultName(name: string): name is FaultName {
  return name in FAULTS;
}

/** The place of a fault. */
export type Place =
  | { readonly at: "server"; readonly request: RegExp }
  | {
      readonly at: "phone";
      /** A regular expression for the service. */
      readonly service: string;
      /** A regular expression for the program's command line; absent if the service runs no program. */
      readonly command?: string;
      /** The number of bytes after which an answer is cut. */
      readonly cutAt: number;
    };

/** An active fault. */
export interface AppliedFault {
  /** Whether the fault has affected any request so far. */
  hasStruck(): boolean;
  /** Ends the fault, and waits until phone and adb server are as before. */
  lift(): Promise<void>;
}

/** Activates a fault; undefined if it cannot occur at such a place. */
export function applyFault(rig: Rig, place: Place, fault: FaultName): AppliedFault | undefined {
  if (fault === "storage full") return fillStorage(rig);
  return place.at === "server" ? strikeServer(rig, place.request, fault) : strikePhone(rig, place, fault);
}

function fillStorage(rig: Rig): AppliedFault {
  rig.setStorageFull(true);
  return { hasStruck: () => true, lift: async () => rig.setStorageFull(false) };
}

const AWAY_MS = 600;
const RESTART_MS = 300;
const TRICKLE = 20;
const FLOOD = 100_000_000;

function strikeServer(rig: Rig, request: RegExp, name: FaultName): AppliedFault | undefined {
  const fault = hostFault(name) ?? eventFault(rig, name);
  if (fault === undefined) return undefined;
  let isStruck = false;
  rig.proxy.strike = (asked) => {
    if (!request.test(asked) || (fault.kind === "event" && isStruck)) return null;
    isStruck = true;
    return fault;
  };
  const lift = async () => {
    rig.proxy.strike = () => null;
    await recover(rig, name);
  };
  return { hasStruck: () => isStruck, lift };
}

function hostFault(name: FaultName): HostFault | undefined {
  switch (name) {
    case "hangs":
      return { kind: "hang" };
    case "is refused":
      return { kind: "fail", text: "not today" };
    case "is cut":
      return { kind: "truncate", bytes: 6 };
    case "says nothing":
      return { kind: "silent" };
    case "is garbage":
      return { kind: "garbage" };
    case "trickles":
      return { kind: "slow", bytesPerSecond: TRICKLE };
    case "floods":
      return { kind: "flood", bytes: FLOOD };
    case "drops the phone":
      return { kind: "disconnect" };
    default:
      return undefined;
  }
}

function eventFault(rig: Rig, name: FaultName): HostFault | undefined {
  const run = eventOf(rig, name);
  return run && { kind: "event", run };
}

/** The event of a fault that happens once and affects everything at that time. */
function eventOf(rig: Rig, name: FaultName): (() => void) | undefined {
  const { device } = rig.product;
  switch (name) {
    case "adb server gone":
      return () => rig.killServer();
    case "adb server restarts":
      return () => {
        rig.killServer();
        rig.restarting = delay(RESTART_MS).then(() => rig.startServer());
      };
    case "phone reboots":
      return () => void device.reboot();
    case "phone offline":
      return () => void device.goOffline(AWAY_MS * rig.speed);
    case "phone unauthorized":
      return () => {
        device.setAuthorized(false);
        rig.restarting = delay(AWAY_MS).then(() => device.setAuthorized(true));
      };
    default:
      return undefined;
  }
}

/** Waits until the phone and the adb server are as before. */
async function recover(rig: Rig, name: FaultName): Promise<void> {
  if (name === "adb server gone") await rig.startServer();
  await rig.restarting;
  await rig.phoneIsBack();
  if (name === "phone unauthorized") await rig.serverHasHeard();
}

type PhonePlace = Extract<Place, { at: "phone" }>;

function strikePhone(rig: Rig, { service, command, cutAt }: PhonePlace, name: FaultName): AppliedFault | undefined {
  const { faults } = rig.product.device;
  const onService = serviceFault(name, cutAt, rig.speed);
  const onProgram = command === undefined ? undefined : programFault(name, cutAt);
  const event = eventOf(rig, name);
  if (onService) faults.set([{ service, fault: onService }]);
  else if (onProgram && command !== undefined) faults.set([{ command, fault: onProgram }]);
  else if (event) faults.set([{ service, times: 1, fault: { kind: "hang" } }]);
  else return undefined;
  const { faultFor: strike } = faults;
  let isStruck = false;
  faults.faultFor = (target, text) => {
    const fault = strike.call(faults, target, text);
    if (fault !== null && !isStruck) event?.();
    isStruck ||= fault !== null;
    return fault;
  };
  const lift = async () => {
    faults.faultFor = strike;
    faults.clear();
    await recover(rig, name);
  };
  return { hasStruck: () => isStruck, lift };
}

function serviceFault(name: FaultName, cutAt: number, speed: number): Fault | undefined {
  switch (name) {
    case "hangs":
      return { kind: "hang" };
    case "is refused":
      return { kind: "fail", status: 1, stderr: "" };
    case "is cut":
      return { kind: "truncate", bytes: cutAt };
    case "is garbage":
      return { kind: "garbage" };
    case "trickles":
      return { kind: "slow", bytesPerSecond: TRICKLE / speed };
    case "drops the phone":
      return { kind: "disconnect", afterBytes: cutAt };
    default:
      return undefined;
  }
}

function programFault(name: FaultName, cutAt: number): Fault | undefined {
  switch (name) {
    case "fails":
      return { kind: "fail", status: 1, stderr: "not today\n" };
    case "says half":
      return { kind: "truncate", bytes: cutAt };
    case "says nothing":
      return { kind: "truncate", bytes: 0 };
    case "says nonsense":
      return { kind: "garbage" };
    case "floods":
      return { kind: "flood", bytes: FLOOD };
    default:
      return undefined;
  }
}
