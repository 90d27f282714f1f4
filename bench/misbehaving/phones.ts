import type { FaultRule } from "../../src/virtual-device/fault-script.js";
import { startVirtualPhone } from "../../src/virtual-device/start-virtual-phone.js";
import { startVirtualAdbServer } from "../../src/virtual-device/virtual-adb-server.js";
import { worstCase } from "./worst-cases.js";

/**
 * Two virtual phones and their adb server in a process of their own, so that they take no time of what is measured.
 * Started with an IPC channel: tells where they are, then answers in the way that each message names.
 */

const SIZE = { size: { width: 720, height: 1280 }, density: 320, animationScale: 0, app: "com.fovea.form" } as const;

const [bad, good] = await Promise.all(
  ["WORST", "ORDINARY"].map(async (serialNumber) => (await startVirtualPhone({ ...SIZE, serialNumber })).device),
);
if (!bad || !good) throw new Error("there are not two phones");
const server = await startVirtualAdbServer({ devices: [{ device: bad }, { device: good }] });

process.on("message", (name) => {
  const rules: readonly FaultRule[] = worstCase(String(name));
  bad.faults.set([...rules]);
  process.send?.({ set: name });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ port: server.port, bad: bad.serial, good: good.serial });
