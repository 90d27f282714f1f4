import { FarmHost } from "../../src/app/farm/host.js";
import { NatsFabric } from "../../src/farm/nats/nats-fabric.js";
import type { Need } from "../../src/farm/need.js";
import { servePrograms } from "../../src/library/farm/serve-programs.js";
import { eventually } from "./farm-facts.js";
import { type NatsServer, startNatsServer } from "./nats-server.js";
import { never } from "./never.js";
import { orDispose } from "./or-dispose.js";
import { type Product, type ProductOptions, startProduct } from "./product.js";

/** A NATS server, a host with a virtual phone, and a fabric of another program. */
export interface FarmOfPhones extends AsyncDisposable {
  readonly server: NatsServer;
  readonly product: Product;
  readonly fabric: NatsFabric;
  /** Farm id of the phone. */
  readonly device: string;
  /** Ends the host as its process would. */
  stopHost(): Promise<void>;
}

/** Small pictures and fast time, because these tests are about the farm, not about the reading of screens. */
const QUICK = {
  app: "com.fovea.form",
  size: { width: 360, height: 800 },
  density: 140,
  speed: 30,
} as const;

export const ANY: readonly (readonly Need[])[] = [[]];

export async function startFarmOfPhones(options: ProductOptions = QUICK): Promise<FarmOfPhones> {
  const stack: (() => Promise<void>)[] = [];
  const use = <T extends AsyncDisposable>(one: T): T => {
    stack.push(async () => await one[Symbol.asyncDispose]());
    return one;
  };
  const dispose = async () => {
    for (const one of stack.splice(0).reverse()) await one();
  };
  return await orDispose({ [Symbol.asyncDispose]: dispose }, async () => {
    const server = use(await startNatsServer());
    const product = use(await startProduct(options));
    const hosting = use(await NatsFabric.open({ servers: [server.url], name: "host" }, never()));
    const ending = new AbortController();
    const served = new FarmHost(hosting, product, { id: "h1", programs: servePrograms(product) }).serve(
      () => {},
      ending.signal,
    );
    const stopHost = async () => {
      ending.abort();
      await served;
    };
    stack.push(stopHost);
    const fabric = use(await NatsFabric.open({ servers: [server.url], name: "gateway" }, never()));
    await eventually(fabric, ([phone]) => phone?.state === "IDLE");
    const device = `h1/${product.serial}`;
    return { server, product, fabric, device, stopHost, [Symbol.asyncDispose]: dispose };
  });
}
