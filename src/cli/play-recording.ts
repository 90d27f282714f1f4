import { type OwnCompanion, type Pace, PlayedDevice } from "../../packages/virtual-android/src/internal.js";
import { isCompanionRequest } from "../device-recording/companion-request.js";
import { type PhoneRecording, readPhoneRecording } from "../device-recording/read-recording.js";
import { findSignedService } from "../devices/companion/our-ways.js";
import { readShellJar } from "../devices/companion/prebuilts.js";
import { ensureSigningKey, type KeyPlace } from "../devices/companion/signing-key.js";
import { type CommandLine, integerFlag, textFlag, UsageError } from "./command.js";

/** Flags of `fovea virtual-device` whose values a recording determines. */
const SCRIPTED_PHONE_FLAGS = [
  ...["api", "app", "profile", "lock", "rotation", "seed"],
  ...["serial-number", "faults", "on-device"],
] as const;

/**
 * The phone of the recording that `--from` names, and a line about it.
 * Errors: UsageError, RECORDING_UNREADABLE, those of ownCompanion.
 */
export async function playRecording(
  folder: string,
  { flags, config }: CommandLine,
): Promise<{ readonly device: PlayedDevice; readonly about: string }> {
  const other = SCRIPTED_PHONE_FLAGS.find((name) => flags[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} cannot be set with --from: the recording decides it`);
  const adbdPort = integerFlag(flags, "adbd-port");
  const pace = paceOf(textFlag(flags, "pace"));
  const recording = readPhoneRecording(folder);
  const companion = usesCompanion(recording) ? { ownCompanion: await ownCompanion(config) } : {};
  const device = new PlayedDevice({ recording, pace, ...companion, ...(adbdPort === undefined ? {} : { adbdPort }) });
  return { device, about: aboutOf(recording) };
}

function usesCompanion({ exchanges }: PhoneRecording): boolean {
  return exchanges.some(({ service }) => isCompanionRequest(service));
}

/**
 * The companion signed by this host, so that the phone of another host's recording trusts it as it trusted its own. The
 * key is created if there is none. Errors: SIGNING_KEY_UNUSABLE.
 */
export async function ownCompanion(place: KeyPlace): Promise<OwnCompanion> {
  await ensureSigningKey(place);
  const signed = await findSignedService(place);
  return { apk: signed === null ? null : signed.bytes, jar: readShellJar() };
}

function paceOf(word: string | undefined): Pace {
  if (word === undefined || word === "recorded" || word === "fast") return word ?? "recorded";
  throw new UsageError("--pace has to be recorded or fast");
}

function aboutOf({ exchanges, notes, incompleteBytes, manifest }: PhoneRecording): string {
  const acts = exchanges.filter((one) => one.acts).length;
  const leftOut = exchanges.filter(({ end }) => end === "left_out").length;
  return [
    `recorded ${manifest.started_at} by Fovea ${manifest.fovea}: ${exchanges.length} exchanges, ${acts} of them acts`,
    ...(leftOut === 0 ? [] : [`${leftOut} exchanges are not in the recording, and are refused`]),
    ...(incompleteBytes === 0
      ? []
      : [`the last line of the recording was cut after ${incompleteBytes} bytes, and is left out`]),
    ...notes,
  ].join("\n");
}
