import type { Command, CommandCall } from "../command.js";
import type { PanelEvent } from "../framework/touch-panel.js";
import { CODES, type EventDevice, eventDevices, TOUCH_PATH } from "../input/event-devices.js";

interface Asked {
  readonly time: boolean;
  readonly labels: boolean;
  readonly lists: boolean;
  readonly info: boolean;
  readonly isQuiet: boolean;
  readonly most: number;
  /** The path of one device; null for all devices. */
  readonly path: string | null;
}

const USAGE = [
  "Usage: getevent [-t] [-n] [-s switchmask] [-S] [-v [mask]] [-d] [-p] [-i] [-l] [-q] [-c count] [-r] [device]",
  "    -t: show time stamps",
  "    -n: don't print newlines",
  "    -s: print switch states for given bits",
  "    -S: print all switch states",
  "    -v: verbosity mask (errs=1, dev=2, name=4, info=8, vers=16, pos. events=32, props=64)",
  "    -d: show HID descriptor, if available",
  "    -p: show possible events (errs, dev, name, pos. events)",
  "    -i: show all device info and possible events",
  "    -l: label event types and names in plain text",
  "    -q: quiet (clear verbosity mask)",
  "    -c: print given number of events then exit",
  "    -r: print rate events are received",
];

/** `getevent` of toolbox: lists the kernel's input devices, and prints their events until it is killed. */
export const getevent: Command = {
  name: "getevent",
  async run(call) {
    const asked = askedOf(call.argv.slice(1));
    if (asked === null) {
      await call.stderr.write(`${USAGE.join("\n")}\n`);
      return 1;
    }
    const { physicalSize } = call.phone.state().display;
    const devices = call.phone.hooks === undefined ? [] : eventDevices(physicalSize);
    const shown = devices.filter(({ path }) => asked.path === null || path === asked.path);
    if (asked.path !== null && shown.length === 0) {
      await call.stderr.write(`could not open ${asked.path}, No such file or directory\n`);
      return 1;
    }
    const isListed = asked.path === null || asked.lists || asked.info;
    const list = isListed && !asked.isQuiet ? shown.map((device, place) => deviceText(device, place + 1, asked)) : [];
    if (asked.lists || asked.info) await call.stdout.write(list.join(""));
    else await stream(call, asked, list.join(""));
    return 0;
  },
};

/** Null if a word is not an option of getevent. */
function askedOf(words: readonly string[]): Asked | null {
  const letters = new Set<string>();
  let most = Number.POSITIVE_INFINITY;
  let path: string | null = null;
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? "";
    if (!word.startsWith("-")) {
      path = word;
      continue;
    }
    if (!/^-[tnSdpilqcr]+$/.test(word)) return null;
    for (const letter of word.slice(1)) letters.add(letter);
    if (!word.endsWith("c")) continue;
    place += 1;
    most = Number(words[place]);
  }
  const has = (letter: string) => letters.has(letter);
  return { time: has("t"), labels: has("l"), lists: has("p"), info: has("i"), isQuiet: has("q"), most, path };
}

const PER_LINE = { labels: 4, numbers: 8 };

function deviceText(
  { path, name, location, keys, axes, properties }: EventDevice,
  number: number,
  asked: Asked,
): string {
  const { labels, info } = asked;
  const lines = [`add device ${number}: ${path}`];
  if (info) lines.push("  bus:      0000", "  vendor    0000", "  product   0000", "  version   0000");
  lines.push(`  name:     "${name}"`);
  if (info) lines.push(`  location: "${location}"`, '  id:       ""', "  version:  1.0.1");
  if (!asked.lists && !info) return `${lines.join("\n")}\n`;
  lines.push("  events:");
  if (keys.length > 0) lines.push(...keyLines(keys, labels));
  for (const [place, axis] of axes.entries()) {
    const head = place === 0 ? "    ABS (0003):" : "               ";
    const range = `value 0, min 0, max ${axis.max}, fuzz 0, flat 0, resolution 0`;
    lines.push(`${head}${codeWord(axis.name, labels)} : ${range}`);
  }
  lines.push("  input props:", ...(properties.length > 0 ? properties : ["<none>"]).map((one) => `    ${one}`));
  return `${lines.join("\n")}\n`;
}

function keyLines(keys: readonly string[], labels: boolean): readonly string[] {
  const most = labels ? PER_LINE.labels : PER_LINE.numbers;
  const rows = Array.from({ length: Math.ceil(keys.length / most) }, (_, row) =>
    keys.slice(row * most, (row + 1) * most),
  );
  return rows.map((row, place) => {
    return `${place === 0 ? "    KEY (0001):" : "               "}${row.map((key) => codeWord(key, labels)).join("")}`;
  });
}

/** The code, whether the key is down, and spaces up to the next code. */
function codeWord(name: string, labels: boolean): string {
  return labels ? ` ${name} ${" ".repeat(Math.max(0, 20 - name.length))}` : ` ${hex(CODES[name] ?? 0, 4)} `;
}

/** Prints the list of devices, then each event since the devices were opened, as soon as it comes. */
async function stream(call: CommandCall, asked: Asked, list: string): Promise<void> {
  const waiting: PanelEvent[] = [];
  let wake: () => void = () => {};
  const end = call.phone.hooks?.panel.listen((event) => {
    if (asked.path !== null && asked.path !== TOUCH_PATH) return;
    waiting.push(event);
    wake();
  });
  const killed = () => wake();
  call.signal.addEventListener("abort", killed);
  try {
    if (list !== "") await call.stdout.write(list);
    let left = asked.most;
    while (left > 0) {
      call.signal.throwIfAborted();
      const events = waiting.splice(0, Math.min(left, waiting.length));
      left -= events.length;
      if (events.length > 0) await call.stdout.write(events.map((event) => eventLine(event, asked)).join(""));
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    call.signal.removeEventListener("abort", killed);
    end?.();
  }
}

/** print_event of toolbox: with names, or only with numbers. */
function eventLine({ uptimeMs, type, code, value }: PanelEvent, { time, labels, path }: Asked): string {
  const micros = Math.round(uptimeMs * 1_000);
  const seconds = String(Math.floor(micros / 1_000_000)).padStart(8);
  const stamp = time ? `[${seconds}.${String(micros % 1_000_000).padStart(6, "0")}] ` : "";
  const device = path === null ? `${TOUCH_PATH}: ` : "";
  const numbers = [hex(CODES[type] ?? 0, 4), hex(CODES[code] ?? 0, 4), hex(value, 8)].join(" ");
  const words = [type.padEnd(12), code.padEnd(20), valueWord(type, value).padEnd(20)].join(" ");
  return `${stamp}${device}${labels ? words : numbers}\n`;
}

function valueWord(type: string, value: number): string {
  if (type !== "EV_KEY") return hex(value, 8);
  return value === 0 ? "UP" : "DOWN";
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
