import type { PhoneState } from "../../phone-state.js";
import type { Lines } from "../text.js";

/** `dumpsys fingerprint`: FingerprintService.dumpInternal, one JSON object with the counters of each user. */
export function dumpFingerprint(state: PhoneState): Lines {
  const { accepted, rejected } = state.fingerprints ?? { accepted: 0, rejected: 0 };
  const counts = { id: 0, count: 1, accept: accepted, reject: rejected, acquire: accepted + rejected, lockout: 0 };
  return [JSON.stringify({ service: "Fingerprint Manager", prints: [counts] })];
}
