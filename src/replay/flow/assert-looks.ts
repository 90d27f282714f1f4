import { basename, dirname, join, resolve } from "node:path";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { type Rect, rectOf } from "../../base/geometry.js";
import { makeFolder } from "../../base/make-folder.js";
import { writeFileAt } from "../../base/new-file.js";
import { backOff } from "../../base/signals.js";
import { askPhone } from "../../devices/phone.js";
import { darkTheme } from "../../devices/states/display-states.js";
import { OBSERVE_ALL } from "../../observe/observe-request.js";
import { matchPattern } from "../../screen/match-pattern.js";
import { patternIn } from "../../screen/selector-element.js";
import type { Session } from "../../session/session.js";
import { compareScreens } from "../../vision/compare-screens.js";
import { encodePng, type Pixels } from "../../vision/image.js";
import { type Baseline, baselineNames, findBaseline, type PhoneLooks } from "./baselines.js";
import { diffPage } from "./diff-page.js";
import type { Done } from "./done.js";
import type { LooksCommand } from "./flow.js";
import { type FlowRunner, shortLookup } from "./flow-runner.js";
import { croppedScreen } from "./take-picture.js";
import { isWithin } from "./within.js";

/** A picture of the present screen, or of one element. */
interface Shown {
  readonly picture: Pixels;
  /** Parts that are not compared, in px of the picture. */
  readonly masks: readonly Rect[];
  readonly looks: PhoneLooks;
}

const PAUSE_MS = 300;

/**
 * Asserts that enough pixels of the screen are the same as in a saved picture. Waits for this as long as for an element
 * to disappear. Errors: EXPECTATION_FAILED, with a page that shows the differences if the flow keeps pictures;
 * BASELINE_UNUSABLE; those of taking a picture.
 */
export async function assertLooks(runner: FlowRunner, command: LooksCommand, signal: AbortSignal): Promise<Done> {
  const { session } = runner;
  const endAt = performance.now() + shortLookup(runner);
  const isDark = await hasDarkTheme(session, signal);
  const own = resolve(dirname(command.flow.file));
  const folders = runner.pictures === null ? [own] : [own, resolve(runner.pictures)];
  for (;;) {
    const shown = await takeShown(session, { command, isDark }, signal);
    const names = baselineNames(command.file, shown.looks);
    const baseline = await findBaseline(folders, names);
    if (runner.updatesBaselines === true) return await saveBaseline({ command, own, baseline, names, shown });
    if (!baseline) throw missing(folders, names);
    const judged = judge({ command, baseline, shown });
    if (judged.isFit) return { result: null, notes: [judged.words] };
    if (performance.now() < endAt && judged.mayChange) {
      await backOff(PAUSE_MS, signal);
      continue;
    }
    throw new FoveaError(
      "EXPECTATION_FAILED",
      `${judged.words}${await writeDiffPage(runner, { command, baseline, shown, diff: judged.diff })}`,
      { device: session.device.serial },
    );
  }
}

async function takeShown(
  session: Session,
  { command, isDark }: { readonly command: LooksCommand; readonly isDark: boolean },
  signal: AbortSignal,
): Promise<Shown> {
  const { observation, picture, part } = await croppedScreen(session, command.crop, signal, OBSERVE_ALL);
  const masks = command.masks.flatMap((mask) => {
    const pattern = patternIn(mask);
    return pattern ? matchPattern(pattern, observation).map(({ bounds }) => bounds) : [];
  });
  const moved = masks.map(({ left, top, right, bottom }) =>
    rectOf(left - part.left, top - part.top, right - part.left, bottom - part.top),
  );
  return { picture, masks: moved, looks: { density: observation.density, isDark } };
}

/** A release without a dark theme counts as light. */
async function hasDarkTheme(session: Session, signal: AbortSignal): Promise<boolean> {
  try {
    return (await darkTheme.read(await askPhone(session.device, signal), signal)) === "yes";
  } catch (error) {
    if (isFoveaError(error, "UNSUPPORTED_ON_DEVICE")) return false;
    throw error;
  }
}

interface Judging {
  readonly command: LooksCommand;
  readonly baseline: Baseline;
  readonly shown: Shown;
}

function judge({ command, baseline, shown }: Judging) {
  const { path, picture } = baseline;
  const [was, is] = [picture, shown.picture].map(({ width, height }) => `${width}x${height}`);
  if (was !== is)
    return {
      isFit: false,
      mayChange: false,
      words: `${basename(path)} is of ${was} pixels, the screen of ${is}`,
      diff: null,
    };
  const { same, diff } = compareScreens(picture, shown.picture, shown.masks);
  const isFit = same * 100 >= command.leastPercent;
  const words = `${percentOf(same)} % of the pixels are as in ${basename(path)}`;
  return { isFit, mayChange: true, words: isFit ? words : `${words}, of ${command.leastPercent} % wanted`, diff };
}

/** Rounds down, so that a failed assertion never shows the wanted number. */
function percentOf(share: number): string {
  return (Math.floor(share * 10_000) / 100).toFixed(2);
}

function missing(folders: readonly string[], names: readonly string[]): FoveaError {
  return new FoveaError(
    "BASELINE_UNUSABLE",
    `there is no picture to compare the screen with: none of ${names.map((one) => basename(one)).join(", ")} in ${folders
      .map((folder) => dirname(join(folder, names[0] ?? "")))
      .join(" or ")}`,
  );
}

interface Updating extends Omit<Judging, "baseline"> {
  readonly own: string;
  readonly baseline: Baseline | null;
  readonly names: readonly string[];
}

/**
 * Saves the picture as the new baseline: it replaces the old one if both have the same size; else it gets the most
 * exact name.
 */
async function saveBaseline({ command, own, baseline, names, shown }: Updating): Promise<Done> {
  const { picture } = shown;
  const isSameSize = baseline?.picture.width === picture.width && baseline.picture.height === picture.height;
  const { root } = command.flow;
  const isOwn = baseline !== null && (await isWithin(root, baseline.path));
  const path = isSameSize && isOwn ? baseline.path : resolve(own, names[0] ?? command.file);
  if (!(await isWithin(root, path)))
    throw new FoveaError("BASELINE_UNUSABLE", `${path} lies outside ${root}: nothing was written`);
  if (!/\.png$/i.test(path))
    throw new FoveaError("BASELINE_UNUSABLE", `${path}: baselines are written as .png alone; name it so in the flow`);
  await makeFolder(dirname(path), 0o777);
  await writeFileAt(path, await encodePng(picture), true);
  return { result: null, notes: [`saved ${path}, and compared nothing (--update-baselines)`] };
}

/**
 * Writes the pictures and a page that compares them to the folder for pictures; gives the part of the message that
 * names the page.
 */
async function writeDiffPage(
  { pictures }: FlowRunner,
  { command, baseline, shown, diff }: Judging & { readonly diff: Pixels | null },
): Promise<string> {
  if (pictures === null) return "; --screenshots DIR keeps a page that shows what differs";
  const stem = command.file.replace(/\.\w+$/, "").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const page = join(pictures, `${stem}-differs.html`);
  const html = diffPage(stem, {
    expected: await encodePng(baseline.picture),
    actual: await encodePng(shown.picture),
    diff: diff && (await encodePng(diff)),
  });
  await makeFolder(pictures);
  await writeFileAt(page, Buffer.from(html), true);
  return `; ${page} shows what differs`;
}
