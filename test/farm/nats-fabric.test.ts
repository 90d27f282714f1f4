import { NatsFabric } from "../../src/farm/nats/nats-fabric.js";
import { type FarmUnderTest, testFarmFabric } from "../contracts/farm-fabric.js";
import { startNatsServer } from "../support/nats-server.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";

async function startNats(): Promise<FarmUnderTest> {
  const server = await startNatsServer();
  return {
    open: async () => await NatsFabric.open({ servers: [server.url], name: "fovea test" }, never()),
    [Symbol.asyncDispose]: async () => await server[Symbol.asyncDispose](),
  };
}

const { test } = needsPrograms("nats-server");

testFarmFabric("nats", startNats, test);
