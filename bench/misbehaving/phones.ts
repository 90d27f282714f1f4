import { startVirtualPhone } from "../../packages/virtual-android/src/start-virtual-phone.js";
import { startVirtualAdbServer } from "../../packages/virtual-android/src/virtual-adb-server.js";
import { SCREEN, worstCase } from "./worst-cases.js";

/**
 * Two virtual phones and their adb server in their own process, so that they do not slow the measured program. Started
 * with an IPC channel: reports their addresses; then each message names the case that the bad phone uses.
 */

const PHONE = { size: SCREEN, density: 320, animationScale: 0, app: "com.fovea.form" } as const;

const [bad, good] = await Promise.all(
  ["WORST", "ORDINARY"].map(async (serialNumber) => (await startVirtualPhone({ ...PHONE, serialNumber })).device),
);
if (!bad || !good) throw new Error("there are not two phones");
const server = await startVirtualAdbServer({ devices: [{ device: bad }, { device: good }] });

process.on("message", (name) => {
  bad.faults.set(worstCase(String(name)).rules());
  process.send?.({ set: name });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ port: server.port, bad: bad.serial, good: good.serial });
