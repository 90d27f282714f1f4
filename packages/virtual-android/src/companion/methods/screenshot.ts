import sharp from "sharp";
import type { Rect, Size } from "../../../../../src/base/geometry.js";
import { abortable } from "../../../../../src/base/signals.js";
import type { ScreenPixels } from "../../screen-pixels.js";
import type { CompanionParts } from "../parts.js";
import type { Answer, Call } from "../wire/host.js";
import { invalid, type ParamsOf } from "../wire/requests.js";
import { WireError } from "../wire/wire-error.js";

type Params = ParamsOf<"screenshot">;

const SIZES_SINCE_VERSION = 3;

interface Shot {
  readonly pixels: ScreenPixels;
  readonly capturedAt: number;
  readonly seq: number;
}

interface Target {
  last: Shot | undefined;
  lastAt: number;
  /** A capture that is waiting for its turn: later callers get the same capture. */
  next: Promise<Shot> | undefined;
}

/** Screenshots of the display and of single windows, at most as often as the platform allows. */
export class Screenshots {
  readonly #parts: CompanionParts;
  readonly #targets = new Map<string, Target>();

  constructor(parts: CompanionParts) {
    this.#parts = parts;
  }

  async take(params: Params, call: Call): Promise<Answer> {
    this.#check(params, call.version);
    const { clock } = this.#parts;
    const askedAt = clock.now();
    const shot = await this.#shot(params, askedAt, call.signal);
    const size = sized(shot.pixels, params.longestSidePx);
    const encoded = await encode(shot.pixels, size, params);
    const result = {
      display: params.display,
      window: params.window ?? null,
      widthPx: size.width,
      heightPx: size.height,
      format: params.format,
      capturedAtMs: Math.floor(shot.capturedAt),
      ageMs: Math.max(0, Math.floor(clock.now() - shot.capturedAt)),
      waitedMs: Math.max(0, clock.now() - askedAt),
      seq: shot.seq,
    };
    return { result, attachment: encoded };
  }

  #check({ window, display, longestSidePx }: Params, version: number): void {
    if (longestSidePx !== undefined && version < SIZES_SINCE_VERSION)
      throw invalid("params.longestSidePx: unknown field");
    const { capabilities } = this.#parts.facts;
    const needed = window === undefined ? "screenshot" : "windowScreenshot";
    if (!capabilities.includes(needed)) {
      throw new WireError("UNSUPPORTED", `this host cannot do it: ${needed}`, { mayHaveHappened: false });
    }
    if (display !== 0) throw invalid("params.display: there is no such display");
  }

  async #shot(params: Params, askedAt: number, signal: AbortSignal): Promise<Shot> {
    const key = params.window === undefined ? "display" : `window ${params.window}`;
    const target = this.#targets.get(key) ?? { last: undefined, lastAt: Number.NEGATIVE_INFINITY, next: undefined };
    this.#targets.set(key, target);
    const { last } = target;
    if (params.maxAgeMs > 0 && last && askedAt - last.capturedAt <= params.maxAgeMs) return last;
    target.next ??= this.#takeTurn(target, params).finally(() => {
      target.next = undefined;
    });
    return await abortable(target.next, signal);
  }

  async #takeTurn(target: Target, params: Params): Promise<Shot> {
    const { clock, facts, events, costs } = this.#parts;
    const wait = target.lastAt + facts.screenshotIntervalMs - clock.now();
    if (wait > 0) await clock.sleep(wait, NEVER);
    const capturedAt = clock.now();
    target.lastAt = capturedAt;
    const { seq } = events;
    const pixels = this.#capture(params);
    const ms = costs().screenshotMs();
    if (ms > 0) await clock.sleep(ms, NEVER);
    const shot = { pixels, capturedAt, seq };
    target.last = shot;
    return shot;
  }

  #capture({ window }: Params): ScreenPixels {
    const { screen, pixels, windowPixels } = this.#parts;
    const all = pixels();
    if (!all) throw failed("the screen is off");
    if (window === undefined) return all;
    const found = screen.find(window);
    if (!found) throw failed("there is no such window");
    if (found.record.spec.isSecure) throw failed("the window is secure");
    return cropped(windowPixels(found.record), found.bounds);
  }
}

const NEVER = new AbortController().signal;

function failed(message: string): WireError {
  return new WireError("SCREENSHOT_FAILED", message, { mayHaveHappened: false });
}

function cropped({ width, height, rgba, hasSecureContent }: ScreenPixels, bounds: Rect): ScreenPixels {
  const left = Math.max(0, bounds.left);
  const top = Math.max(0, bounds.top);
  const size = { width: Math.min(width, bounds.right) - left, height: Math.min(height, bounds.bottom) - top };
  const part = new Uint8Array(size.width * size.height * 4);
  for (let y = 0; y < size.height; y += 1) {
    const from = ((top + y) * width + left) * 4;
    part.set(rgba.subarray(from, from + size.width * 4), y * size.width * 4);
  }
  return { ...size, rgba: part, hasSecureContent };
}

/** The size scaled down so that no side is longer than `longestSidePx`; never scaled up. */
function sized({ width, height }: ScreenPixels, longestSidePx = Number.POSITIVE_INFINITY): Size {
  const scale = Math.min(1, longestSidePx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function encode({ width, height, rgba }: ScreenPixels, size: Size, params: Params): Promise<Uint8Array> {
  const { format, quality } = params;
  const whole = sharp(rgba, { raw: { width, height, channels: 4 } });
  const image = size.width === width ? whole : whole.resize(size.width, size.height, { fit: "fill", kernel: "linear" });
  if (format === "png") return await image.png({ compressionLevel: 6 }).toBuffer();
  return format === "webp" ? await image.webp({ quality }).toBuffer() : await image.jpeg({ quality }).toBuffer();
}
