import { type Redaction, redactionOf } from "../../src/base/redaction.js";
import { PhoneRecorder, type PhoneRecorderOptions } from "../../src/device-recording/phone-recorder.js";
import { shellPacketOf } from "../../src/device-recording/shell-streams.js";

/** An exchange that a test defines: a script, and the output of its program. */
export interface MadeExchange {
  /** The script of `shell,v2,raw:SCRIPT`. */
  readonly script: string;
  readonly stdout?: string | Buffer;
  readonly stderr?: string;
}

/** A recorder for the serial number P1. Options that are absent have the simplest value. */
export async function openRecorder(
  folder: string,
  options: Partial<PhoneRecorderOptions> & { readonly patterns?: readonly string[] } = {},
): Promise<PhoneRecorder> {
  const { patterns = [], ...rest } = options;
  const redaction: Redaction = redactionOf(patterns);
  const recorder = await PhoneRecorder.open({
    folder,
    version: "1.2.3",
    redaction,
    regions: [],
    capBytes: 1e9,
    ...rest,
  });
  recorder.noteFeatures("P1", new Set(["shell_v2", "cmd"]));
  return recorder;
}

/** Records the exchange like a real one: accepted, answered, and ended by the host after the exit status. */
export function makeExchange(recorder: PhoneRecorder, { script, stdout = "", stderr = "" }: MadeExchange): void {
  const notes = recorder.begin("P1", `shell,v2,raw:${script}`);
  notes.accepted();
  const parts = [
    ...(stdout.length > 0 ? [shellPacketOf("stdout", Buffer.from(stdout))] : []),
    ...(stderr === "" ? [] : [shellPacketOf("stderr", Buffer.from(stderr))]),
    shellPacketOf("exit", Buffer.from([0])),
  ];
  // In pieces whose ends are not the ends of packets.
  const all = Buffer.concat(parts);
  for (let at = 0; at < all.length; at += 1000) notes.moved("in", all.subarray(at, at + 1000));
  notes.end("host");
}

/** A whole recording of these exchanges. */
export async function writePhone(
  folder: string,
  exchanges: readonly MadeExchange[],
  options: Parameters<typeof openRecorder>[1] = {},
): Promise<void> {
  const recorder = await openRecorder(folder, options);
  for (const exchange of exchanges) makeExchange(recorder, exchange);
  await recorder.close();
}
