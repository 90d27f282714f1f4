import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { recordingState, startRecording, stopRecording } from "../../actions/video/record-screen.js";
import type { Session } from "../../session/session.js";
import { type Done, idle } from "./done.js";

/** The video that a flow may record. */
export class FlowVideo {
  readonly #session: Session;
  /** The folder for videos; null if they are not kept. */
  readonly #folder: string | null;
  #file: string | null = null;

  constructor(session: Session, folder: string | null) {
    this.#session = session;
    this.#folder = folder;
  }

  /** Begins a video, which will be saved in the folder and replaces an older file. Errors: as startRecording. */
  async start(file: string, signal: AbortSignal): Promise<Done> {
    if (this.#folder === null) return idle("no video was recorded: --screenshots DIR says where it goes");
    const { did, evidence } = await startRecording(this.#session, { size: undefined }, signal);
    this.#file = file;
    return { result: null, notes: [did, ...evidence] };
  }

  /** Ends the video and saves it; without a video there is nothing to do, as in Maestro. Errors: as stopRecording. */
  async stop(signal: AbortSignal): Promise<Done> {
    const [folder, file] = [this.#folder, this.#file];
    if (folder === null || file === null || recordingState(this.#session) === null)
      return idle("nothing to do: no video is being recorded");
    this.#file = null;
    const place = join(folder, dirname(file));
    await rm(join(folder, file), { force: true });
    const { videos, notes } = await stopRecording(this.#session, { folder: place, name: basename(file) }, signal);
    return { result: null, notes: [...videos.map(({ path }) => `saved ${path}`), ...notes] };
  }

  /** Ends a video that is still recording at the end of the flow, as Maestro does. Errors: as stop. */
  async end(signal: AbortSignal): Promise<readonly string[]> {
    return this.#file === null ? [] : (await this.stop(signal)).notes;
  }
}
