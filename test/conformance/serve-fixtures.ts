import { once } from "node:events";
import { serveHttp } from "../../src/server/http.js";
import { startProduct } from "../support/product.js";
import { fixtureServers } from "./fixture-server.js";

// Serves the fixtures over HTTP until it is asked to end, and says where. Arguments: the token, and the name that the
// suite wants.
const [, , token = "", defaultName = ""] = process.argv;
const product = await startProduct({ size: { width: 360, height: 800 }, density: 140, speed: 30 });
const place = { bind: "127.0.0.1", port: 0, hosts: [], token };
const serving = await serveHttp(fixtureServers(product, defaultName), place);
process.stdout.write(`listening on ${serving.url}\n`);
await once(process, "SIGTERM");
await serving[Symbol.asyncDispose]();
await product[Symbol.asyncDispose]();
