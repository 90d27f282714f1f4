import type { OnDeviceClient } from "../src/devices/companion/companion-client.js";
import { type Device, type ServiceStream, wrapDevice } from "../src/devices/device.js";

/** For each touch an upper bound of the time from the end of the last check of its target to the touch. */
export interface GapMeter {
  readonly gapsMs: readonly number[];
}

/** The time that the finger is on the screen: a gesture is answered only after the finger was lifted. */
const ON_SCREEN_MS: Readonly<Record<string, number>> = { nodeAction: 0, gesture: 50 };

/** Measures touches through the companion by the host's clock: from the answer with the tree to that of the touch. */
export function meterCompanion(client: OnDeviceClient): GapMeter {
  const gapsMs: number[] = [];
  let lookedAt = Number.NaN;
  const request = client.request.bind(client);
  const metered: OnDeviceClient["request"] = async (method, params, signal, options) => {
    const answer = await request(method, params, signal, options);
    const onScreenMs = ON_SCREEN_MS[method];
    if (method === "snapshot") lookedAt = performance.now();
    else if (onScreenMs !== undefined) gapsMs.push(performance.now() - lookedAt - onScreenMs);
    return answer;
  };
  Object.assign(client, { request: metered });
  return { gapsMs };
}

const CLOCK = /fovea at (\d+\.\d+)\n/g;

/**
 * Measures touches by `input` with the device's clock, which the device prints before a screenshot, after a hierarchy,
 * and before and after a touch.
 */
export function meterInput(device: Device): GapMeter & { readonly device: Device } {
  const gapsMs: number[] = [];
  let lookedAt = Number.NaN;
  const metered = wrapDevice(device, async (name, signal) => {
    const stream = await device.openService(name, signal);
    const isLook = /screencap|uiautomator/.test(name);
    const isTouch = /\binput tap\b/.test(name);
    if (!isLook && !isTouch) return stream;
    return withTimes(stream, (reported) => {
      const last = reported.at(-1);
      if (last === undefined) return;
      if (isTouch) gapsMs.push(last - lookedAt);
      else lookedAt = last;
    });
  });
  return { gapsMs, device: metered };
}

function withTimes(stream: ServiceStream, report: (timesMs: readonly number[]) => void): ServiceStream {
  const words: string[] = [];
  return {
    write: (bytes) => stream.write(bytes),
    async *[Symbol.asyncIterator]() {
      try {
        for await (const chunk of stream) {
          if (words.length < MOST_CHUNKS) words.push(chunk.subarray(0, CHUNK_START).toString("latin1"));
          yield chunk;
        }
      } finally {
        report([...words.join("").matchAll(CLOCK)].map((found) => Number(found[1]) * 1_000));
      }
    },
    close: () => stream.close(),
    [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose](),
  };
}

/** The times are at the start of the output, before the pixels; the output of a touch is short. */
const MOST_CHUNKS = 8;
const CHUNK_START = 1_000;
