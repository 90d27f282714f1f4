import type { Phone } from "../phone.js";
import type { PhoneState } from "../phone-state.js";

/** A part of a dump: a line, bytes, or a time during which the service prints nothing because it waits for an app. */
export type DumpPart = string | Uint8Array | { readonly waitMs: number };

/** A binder service of the phone, for `dumpsys`, `cmd` and `service`. */
export interface DumpService {
  readonly name: string;
  /** The descriptor that `service list` prints in brackets; empty if the service has none. */
  readonly descriptor: string;
  /** The first API level that has the service. */
  readonly since: number;
  dump(state: PhoneState, args: readonly string[]): readonly DumpPart[];
  /** The changes that a dump makes on the phone; called after the text was made. */
  afterDump?(phone: Phone, args: readonly string[]): void;
}
