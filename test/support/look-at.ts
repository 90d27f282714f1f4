import { observe } from "../../src/observe/observe.js";
import { OBSERVE_ALL, type ObserveRequest } from "../../src/observe/observe-request.js";
import type { Observation } from "../../src/screen/observation.js";
import { never } from "./never.js";
import type { Product } from "./product.js";

/** One observation of the phone: everything, except for what `request` says otherwise. */
export async function lookAt(product: Product, request: Partial<ObserveRequest> = {}): Promise<Observation> {
  const { observation } = await observe(await product.session(), { ...OBSERVE_ALL, ...request }, never());
  return observation;
}

/** Codes of the errors that are more than "this device never says". */
export function codesOf({ errors }: Observation): readonly string[] {
  return errors.map((error) => error.code).filter((code) => code !== "FACT_UNKNOWN");
}
