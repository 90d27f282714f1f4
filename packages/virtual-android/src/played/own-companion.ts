import type { PhoneRecording } from "../../../../src/device-recording/read-recording.js";

/** The files of the companion in the Fovea that uses the played phone. */
export interface OwnCompanion {
  /** The service's APK, signed by this host; null if the host has no key. */
  readonly apk: Uint8Array | null;
  /** The program of the companion shell. */
  readonly jar: Uint8Array;
}

const PROGRAM = /\bcat \/data\/local\/tmp\/fovea-shell-[0-9a-f]{12}\.jar$/;
const TAIL = /\btail -c (\d+) (\S+)$/;

/**
 * Finds the answers in which a file of {@link OwnCompanion} replaces the recorded file: a host trusts only the service
 * that it signed itself, and starts the program that it has. The service is replaced only if the recorded one was
 * trusted, too.
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

  /** The bytes to send for this service in place of the recorded ones; null for all other services. */
  find(service: string): Buffer | null {
    if (this.#own === null) return null;
    const { apk, jar } = this.#own;
    if (PROGRAM.test(service)) return Buffer.from(jar);
    const [, bytes = "", path] = TAIL.exec(service) ?? [];
    if (apk === null || !this.#isTrusted || path === undefined || path !== this.#path) return null;
    return Buffer.from(apk).subarray(-Number(bytes));
  }
}
