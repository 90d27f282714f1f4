import type { Phone, Screen } from "fovea-mcp";
import type { OpenedModel } from "../models/open-model.js";
import type { GuideSource, Judged, Limits, Price } from "../public-types.js";
import type { ActionJournal } from "../run/action-journal.js";
import type { Consent } from "../run/consent.js";
import type { WriteNodeRun } from "../run/node-log.js";
import type { OwnFunctions } from "../run/own-functions.js";

/** What the nodes use besides the state; none of it is saved in a checkpoint. */
export interface Runtime {
  readonly phone: Phone;
  /** The screen of the last observation of this process; the next observation is compared with it. */
  readonly seen: { screen: Screen | null };
  readonly model: OpenedModel;
  readonly guide: GuideSource;
  /** Checks whether the task is done; null if nothing can prove it. */
  readonly judge: ((phone: Phone, signal: AbortSignal) => Promise<Judged>) | null;
  readonly limits: Limits & { readonly price?: Price };
  readonly replansAlways: boolean;
  readonly sendsImages: boolean;
  readonly journal: ActionJournal;
  readonly consent: Consent;
  readonly log: WriteNodeRun;
  readonly folder: string;
  readonly own: OwnFunctions;
  readonly signal: AbortSignal;
}
