import type { PhoneRecording } from "../../../../src/device-recording/read-recording.js";

/** The files of the companion as the Fovea beside the played phone has them. */
export interface OwnCompanion {
  /** The service as this host signs it; null if it has no key. */
  readonly apk: Uint8Array | null;
  /** The program of the shell. */
  readonly jar: Uint8Array;
}

const PROGRAM = /\bcat \/data\/local\/tmp\/fovea-shell-[0-9a-f]{12}\.jar$/;
const TAIL = /\btail -c (\d+) (\S+)$/;

/**
 * Which answers have a file of {@link OwnCompanion} in the place of the recorded one: a host trusts the service
 * that it signed itself, and starts the program that it has. Only where the recorded companion was trusted, too.
 */
export class OwnFiles {
  readonly #own: OwnCompanion | null;
  readonly #isTrusted: boolean;
  readonly #path: string | null;

  constructor(recording: PhoneRecording, own: OwnCompanion | null) {
    const { exchanges } = recording;
    this.#own = own;
    this.#isTrusted = exchanges.some(({ service }) => /^half:service (?!hello)/.test(service));
    const asked = exchanges.find(({ service }) => /\bpm path (?:--user \d+ )?dev\.fovea\.service$/.test(service));
    const said = asked === undefined ? "" : recording.bytesOf(asked, "stdout").toString("utf8");
    this.#path = /^package:(\/\S+\.apk)\s*$/m.exec(said)?.[1] ?? null;
  }

  /** What is said to this service in place of what was recorded; null for all others. */
  find(service: string): Buffer | null {
    if (this.#own === null) return null;
    const { apk, jar } = this.#own;
    if (PROGRAM.test(service)) return Buffer.from(jar);
    const [, bytes = "", path] = TAIL.exec(service) ?? [];
    if (apk === null || !this.#isTrusted || path === undefined || path !== this.#path) return null;
    return Buffer.from(apk).subarray(-Number(bytes));
  }
}
