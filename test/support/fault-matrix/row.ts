import { toFoveaError } from "../../../src/base/errors.js";
import type { Device } from "../../../src/devices/device.js";
import { errorText } from "../../../src/server/error-text.js";
import type { Reply } from "../mcp-link.js";
import { never } from "../never.js";
import type { ProductOptions } from "../product.js";
import type { Place } from "./faults.js";
import type { Rig } from "./rig.js";

/** An adb service, and a call of the product that uses it. */
export interface Row {
  readonly id: string;
  /** The service as it is sent. */
  readonly service: string;
  /** The users of the service, as text for the table. */
  readonly usedBy: string;
  readonly place: Place;
  /** The options of the phone and of Fovea. */
  readonly options: ProductOptions;
  /** The longest allowed time of the call with any fault, in ms. */
  readonly withinMs: number;
  readonly call: (rig: Rig) => Promise<Reply>;
  /** The number of streams that the product intentionally keeps open after the call. */
  readonly lasting?: number;
  /** Whether the product remembers a failure for some seconds; `prepare` makes it forget. */
  readonly remembers?: boolean;
  /** Prepares the phone for the call; runs before each cell. */
  readonly prepare?: (rig: Rig) => Promise<unknown>;
}

/** A call of a tool. */
export function tool(name: string, args: Readonly<Record<string, unknown>> = {}): Row["call"] {
  return async (rig) => await rig.mcp.call(name, args);
}

/** Work that is not a tool call, with its result in the form of a tool's reply. */
export function work(run: (device: Device, rig: Rig) => Promise<unknown>): Row["call"] {
  return async (rig) => {
    try {
      const { devices, serial } = rig.product;
      await run(await devices.get(serial, never()), rig);
      return { text: "done", isError: false, image: null };
    } catch (error) {
      return { text: errorText(toFoveaError(error)), isError: true, image: null };
    }
  };
}
