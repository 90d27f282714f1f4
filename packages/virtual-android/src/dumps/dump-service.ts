import type { Phone } from "../phone.js";
import type { PhoneState } from "../phone-state.js";

/** A line of a dump, bytes of one, or a time for which the service says nothing because it waits for an app. */
export type DumpPart = string | Uint8Array | { readonly waitMs: number };

/** A binder service of the phone, as `dumpsys`, `cmd` and `service` know it. */
export interface DumpService {
  readonly name: string;
  /** What `service list` prints in brackets; empty if the service has no descriptor. */
  readonly descriptor: string;
  /** The first API level that has the service. */
  readonly since: number;
  dump(state: PhoneState, args: readonly string[]): readonly DumpPart[];
  /** What dumping changes on the phone, after the text was made. */
  afterDump?(phone: Phone, args: readonly string[]): void;
}
