import { toFoveaError } from "../../../src/base/errors.js";
import type { Device } from "../../../src/devices/device.js";
import { errorText } from "../../../src/server/error-text.js";
import type { Reply } from "../mcp-link.js";
import { never } from "../never.js";
import type { ProductOptions } from "../product.js";
import type { Place } from "./faults.js";
import type { Rig } from "./rig.js";

/** One adb service as one call of the product uses it. */
export interface Row {
  readonly id: string;
  /** The service as it goes over the wire. */
  readonly service: string;
  /** What uses it, in the words of the table. */
  readonly usedBy: string;
  readonly place: Place;
  /** The options of the phone and of Fovea. */
  readonly options: ProductOptions;
  /** The longest that the call may take, whatever goes wrong, in ms. */
  readonly withinMs: number;
  readonly call: (rig: Rig) => Promise<Reply>;
  /** Streams that the product keeps after the call, on purpose. */
  readonly lasting?: number;
  /** Whether the product remembers for some seconds what failed; `prepare` makes it forget. */
  readonly remembers?: boolean;
  /** Brings the phone to where the call works: before each cell. */
  readonly prepare?: (rig: Rig) => Promise<unknown>;
}

/** A call of a tool. */
export function tool(name: string, args: Readonly<Record<string, unknown>> = {}): Row["call"] {
  return async (rig) => await rig.mcp.call(name, args);
}

/** What is not a tool, worded as a call of one would be. */
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
