import { pollUntil } from "../../src/base/signals.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_TREE, type ObserveRequest } from "../../src/observe/observe-request.js";
import type { Observation } from "../../src/screen/observation.js";
import type { Session } from "../../src/session/session.js";
import { useCompanions } from "./companion-ways.js";
import { never } from "./never.js";
import { orDispose } from "./or-dispose.js";
import { type Product, type ProductOptions, startProduct } from "./product.js";

export interface LiveProduct extends AsyncDisposable {
  readonly product: Product;
  readonly session: Session;
  /** One observation of the tree, all of which is read from the phone now. */
  observe(request?: Partial<ObserveRequest>): Promise<Observation>;
}

/** A phone with a bound service and an app in front, and Fovea, which uses the service. */
export async function startLiveProduct(options: ProductOptions = {}): Promise<LiveProduct> {
  const product = await startProduct({ apiLevel: 34, onDevice: "enabled", link: useCompanions(), ...options });
  return await orDispose(product, async () => {
    const isThere = () => (product.phone.state().focusedWindow !== null ? true : undefined);
    await pollUntil(isThere, 2, AbortSignal.timeout(60_000));
    const session = await product.session();
    return {
      product,
      session,
      observe: async (request) => (await observe(session, { ...OBSERVE_TREE, ...request }, never())).observation,
      [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
    };
  });
}
