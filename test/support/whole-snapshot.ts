import type { OnDeviceClient } from "../../src/devices/companion/companion-client.js";
import type { SnapshotRequest } from "../../src/devices/companion/requests.js";
import type { OnDeviceSnapshot } from "../../src/devices/companion/results.js";
import { wholeWindow } from "../../src/devices/companion/whole-window.js";
import { never } from "./never.js";

/** A snapshot for a client without known trees, so that each tree is complete. */
export async function wholeSnapshot(
  client: OnDeviceClient,
  params: Omit<SnapshotRequest, "since"> = {},
): Promise<OnDeviceSnapshot> {
  const { result } = await client.request("snapshot", params, never());
  return { ...result, windows: result.windows.map((window) => wholeWindow(window, undefined, client.hello.version)) };
}
