import { Video, type VideoSize } from "../draw/video.js";
import type { ScreenPixels } from "../screen-pixels.js";
import type { SystemCall, SystemCommand } from "../system/system.js";

/** kMaxTimeLimitSec of screenrecord.cpp, in seconds. */
const MOST_SECONDS = 180;
/** The largest side that encoders of phones usually support (level 5.1 of H.264). */
const LARGEST_SIDE = 4_096;
/** The interval between two readings of the screen, in the phone's time. */
const TICK_MS = 50;

/**
 * `screenrecord [--size WIDTHxHEIGHT] [--bit-rate N] [--time-limit S] FILE`: records until the time limit, SIGINT or
 * SIGHUP. Then it writes the tables that a player needs (configureSignals of screenrecord.cpp).
 */
export const screenrecord: SystemCommand = {
  name: "screenrecord",
  run: async (call) => {
    const options = parse(call.argv.slice(1));
    if (typeof options === "string") {
      await call.stderr.write(`${options}\n`);
      return 2;
    }
    const { width, height } = call.phone.state().display.size;
    const size = options.size ?? { width: width - (width % 2), height: height - (height % 2) };
    if (Math.max(size.width, size.height) > LARGEST_SIDE) {
      await call.stderr.write(`ERROR: unable to configure video/avc codec at ${size.width}x${size.height} (err=-22)\n`);
      return 1;
    }
    const video = call.phone.vendor?.hasNoVideoEncoder === true ? null : await Video.begin(size);
    if (!video) {
      await call.stderr.write("ERROR: unable to create video/avc codec instance\n");
      return 1;
    }
    return await record(call, { ...options, video });
  },
};

interface Options {
  readonly size: VideoSize | null;
  readonly seconds: number;
  readonly path: string;
}

/** The options, or an error message. */
function parse(args: readonly string[]): Options | string {
  let size: VideoSize | null = null;
  let seconds = MOST_SECONDS;
  const words = [...args];
  const paths: string[] = [];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [name = "", inline] = word.split("=", 2);
    if (!name.startsWith("--")) paths.push(word);
    else if (name === "--verbose" || name === "--bugreport") continue;
    else {
      const value = inline ?? words.shift() ?? "";
      if (name === "--size") size = sizeOf(value);
      if (name === "--size" && !size) return `Invalid size '${value}', must be width x height`;
      if (name === "--time-limit") seconds = Number(value);
      if (!["--size", "--bit-rate", "--time-limit", "--display-id", "--codec-name"].includes(name))
        return `screenrecord: unrecognized option '${name}'`;
    }
  }
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MOST_SECONDS)
    return `Time limit ${seconds}s outside acceptable range [1,${MOST_SECONDS}]`;
  const [path, ...others] = paths;
  return path === undefined || others.length > 0 ? "Must specify output file (see --help)." : { size, seconds, path };
}

function sizeOf(text: string): VideoSize | null {
  const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(text) ?? [];
  if (width === undefined || height === undefined) return null;
  return { width: Number(width) & ~1, height: Number(height) & ~1 };
}

async function record(
  call: SystemCall,
  { video, seconds, path }: Options & { readonly video: Video },
): Promise<number> {
  const { phone, process } = call;
  try {
    // The file before its tables are written: a player cannot play it.
    phone.files.write(path, Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0isommp42", "latin1"), 0o600);
  } catch {
    await call.stderr.write("ERROR: couldn't open file\n");
    return 1;
  }
  let isStopped = false;
  let wake = () => {};
  process.handleSignal = (signal) => {
    if (signal !== "INT" && signal !== "HUP") return false;
    isStopped = true;
    wake();
    return true;
  };
  const startMs = phone.stillness().uptimeMs;
  let shown: ScreenPixels | null = null;
  const elapsed = () => phone.stillness().uptimeMs - startMs;
  while (!isStopped && elapsed() < seconds * 1_000) {
    const pixels = phone.pixels();
    if (pixels && pixels.rgba !== shown?.rgba) await video.add(pixels, shown ? elapsed() : 0);
    shown = pixels ?? shown;
    const stopped = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await Promise.race([call.sleep(TICK_MS), stopped]);
  }
  if (shown) phone.files.write(path, video.finish(Math.min(elapsed(), seconds * 1_000)));
  return 0;
}
