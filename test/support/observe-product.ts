import { observe } from "../../src/observe/observe.js";
import { OBSERVE_ALL, type ObserveRequest } from "../../src/observe/observe-request.js";
import type { Observation } from "../../src/screen/observation.js";
import { never } from "./never.js";
import type { Product } from "./product.js";

/** One observation of the phone: of everything, unless `request` says otherwise. */
export async function observeProduct(product: Product, request: Partial<ObserveRequest> = {}): Promise<Observation> {
  const { observation } = await observe(await product.session(), { ...OBSERVE_ALL, ...request }, never());
  return observation;
}

/** The codes of the errors, except for facts that the device never reports. */
export function codesOf({ errors }: Observation): readonly string[] {
  return errors.map((error) => error.code).filter((code) => code !== "FACT_UNKNOWN");
}
