import sharp from "sharp";
import type { Command, CommandCall } from "../command.js";
import type { ScreenPixels } from "../screen-pixels.js";

const RGBA_8888 = 1;
const SRGB = 1;

/** `screencap [-ahp] [-d DISPLAY_ID] [FILE]`: the screen as raw pixels after a short header, or as PNG. */
export const screencap: Command = {
  name: "screencap",
  run: async (call) => {
    const options = parse(call.argv.slice(1), call);
    if (options === "usage") return await printUsage(call);
    const { build, display } = call.phone.state();
    if (options.displayId !== undefined && options.displayId !== display.physicalId) {
      await call.stderr.write(
        `Display Id '${options.displayId}' is not valid.\nSee "dumpsys SurfaceFlinger --display-id" for valid display IDs.\n`,
      );
      return 1;
    }
    const pixels = call.phone.pixels();
    if (!pixels || (pixels.hasSecureContent && build.apiLevel < 31))
      return await fail(call, pixels, build.apiLevel, options);
    return await write(call, pixels, build.apiLevel, options);
  },
};

interface Options {
  readonly isPng: boolean;
  readonly displayId?: string | undefined;
  readonly path?: string | undefined;
}

function parse(args: readonly string[], call: CommandCall): Options | "usage" {
  let isPng = false;
  let displayId: string | undefined;
  const rest: string[] = [];
  const words = [...args];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "-p") isPng = true;
    else if (word === "-d") displayId = words.shift();
    else if (word === "-a" || word === "--hint-for-seamless") {
      if (call.phone.build.apiLevel < 34) return "usage";
    } else if (word.startsWith("-")) return "usage";
    else rest.push(word);
  }
  if (rest.length > 1) return "usage";
  const [path] = rest;
  return { isPng: isPng || path?.endsWith(".png") === true, displayId, path };
}

async function printUsage(call: CommandCall): Promise<number> {
  const lines = [
    "usage: screencap [-hp] [-d display-id] [FILENAME]",
    "   -h: this message",
    "   -p: save the file as a png.",
    "   -d: specify the physical display ID to capture (default: see dumpsys SurfaceFlinger --display-id)",
    "If FILENAME ends with .png it will be saved as a png.",
    "If FILENAME is not given, the results will be printed to stdout.",
  ];
  await call.stderr.write(`${lines.join("\n")}\n`);
  return 1;
}

/**
 * The failure of a screen that is off. Up to Android 11 its picture is black, as a secure window is there; from 12 on
 * SurfaceFlinger refuses the screenshot, and only secure layers are black.
 */
async function fail(
  call: CommandCall,
  pixels: ScreenPixels | null,
  apiLevel: number,
  options: Options,
): Promise<number> {
  if (apiLevel < 31) return await write(call, pixels ? blackOf(pixels) : blackScreen(call), apiLevel, options);
  await call.stderr.write("Failed to take screenshot. Status: -2147483648\n");
  return 1;
}

function blackOf(pixels: ScreenPixels): ScreenPixels {
  return { ...pixels, rgba: blackBytes(pixels.width * pixels.height) };
}

function blackScreen(call: CommandCall): ScreenPixels {
  const { width, height } = call.phone.state().display.size;
  return { width, height, rgba: blackBytes(width * height), hasSecureContent: false };
}

function blackBytes(count: number): Uint8Array {
  const words = new Uint32Array(count).fill(0xff000000);
  return new Uint8Array(words.buffer);
}

async function write(call: CommandCall, pixels: ScreenPixels, apiLevel: number, options: Options): Promise<number> {
  const parts = options.isPng ? [await png(pixels)] : raw(pixels, apiLevel);
  if (options.path === undefined) {
    for (const part of parts) await call.stdout.write(part);
    return 0;
  }
  try {
    call.phone.files.write(options.path, Buffer.concat(parts));
    return 0;
  } catch {
    await call.stderr.write(`Error opening file: ${options.path} (No such file or directory)\n`);
    return 1;
  }
}

/**
 * The header: width, height and format, and from Android 9 on the colour space, as little-endian words; then the rows.
 * Header and rows are separate chunks, as `screencap` writes them, so that the rows are not copied.
 */
function raw(pixels: ScreenPixels, apiLevel: number): readonly Uint8Array[] {
  const fields = [pixels.width, pixels.height, RGBA_8888, ...(apiLevel >= 28 ? [SRGB] : [])];
  const header = Buffer.allocUnsafe(fields.length * 4);
  for (const [i, field] of fields.entries()) header.writeUInt32LE(field, i * 4);
  return [header, pixels.rgba];
}

async function png({ width, height, rgba }: ScreenPixels): Promise<Uint8Array> {
  return await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 4 })
    .toBuffer();
}
