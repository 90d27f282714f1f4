import { isDeepStrictEqual } from "node:util";
import { type FarmRecords, idOf, phoneState, type StateInputs, stateInputs } from "./device-states.js";
import type { DeviceState } from "./fabric.js";

interface Row {
  readonly inputs: StateInputs;
  readonly state: DeviceState;
}

/**
 * Computes the phones of a farm repeatedly, as {@link deviceStates} does, but not sorted. A phone that did not change
 * is the same object as before, with the age at its last change. So a thousand phones are computed in a fraction of a
 * millisecond.
 */
export class StateTable {
  #rows = new Map<string, Row>();

  states(records: FarmRecords, nowMs: number): readonly DeviceState[] {
    const before = this.#rows;
    this.#rows = new Map();
    return stateInputs(records, nowMs).map((inputs) => {
      const id = idOf(inputs.host, inputs.facts.serial);
      const known = before.get(id);
      const row = known && isSame(known.inputs, inputs) ? { inputs, state: known.state } : newRow(inputs);
      this.#rows.set(id, row);
      return row.state;
    });
  }
}

function newRow(inputs: StateInputs): Row {
  return { inputs, state: phoneState(inputs) };
}

function isSame(a: StateInputs, b: StateInputs): boolean {
  const isPresent = (a.ageMs === null) === (b.ageMs === null);
  if (!isPresent || a.isDrained !== b.isDrained || a.lease !== b.lease || a.quarantine !== b.quarantine) return false;
  if (a.tenants !== b.tenants && !isDeepStrictEqual(a.tenants, b.tenants)) return false;
  return a.facts === b.facts || isDeepStrictEqual(a.facts, b.facts);
}
