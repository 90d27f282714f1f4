import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { observationSchema } from "../../src/screen/observation.js";
import { connectMcp, ERAS, type McpLink } from "../support/mcp-link.js";
import { needsPrograms } from "../support/needs.js";
import { type Product, type Route, startProduct } from "../support/product.js";

const listSchema = z.looseObject({
  resources: z.array(z.looseObject({ uri: z.string(), name: z.string(), mimeType: z.string() })),
});
const templatesSchema = z.looseObject({ resourceTemplates: z.array(z.looseObject({ uriTemplate: z.string() })) });
const contentsSchema = z.looseObject({
  contents: z.tuple([z.looseObject({ uri: z.string(), mimeType: z.string(), text: z.string() })]),
});

async function urisOf(mcp: McpLink): Promise<readonly string[]> {
  return listSchema.parse(await mcp.client.listResources()).resources.map(({ uri }) => uri);
}

async function read(mcp: McpLink, uri: string) {
  const [content] = contentsSchema.parse(await mcp.client.readResource({ uri })).contents;
  assert.equal(content.uri, uri);
  return content;
}

function placeOf({ serial }: Product, view: string): string {
  return `fovea://devices/${encodeURIComponent(serial)}/${view}`;
}

async function checkResources(product: Product, mcp: McpLink): Promise<void> {
  assert.deepEqual(await urisOf(mcp), ["fovea://devices"]);
  const { text } = await mcp.call("observe");
  const outline = placeOf(product, "outline");
  const observation = placeOf(product, "observation");
  assert.deepEqual(await urisOf(mcp), ["fovea://devices", outline, observation]);
  const asText = await read(mcp, outline);
  assert.equal(asText.mimeType, "text/plain");
  assert.ok(asText.text.endsWith(text.slice(text.indexOf("\n"))), asText.text);
  assert.match(asText.text, /^observed at \d{4}-\d\d-\d\dT/);
  const asData = await read(mcp, observation);
  assert.equal(asData.mimeType, "application/json");
  assert.equal(observationSchema.parse(JSON.parse(asData.text)).device.serial, product.serial);
  assert.match((await read(mcp, "fovea://devices")).text, new RegExp(`^${product.serial} \\| ready \\| `, "m"));
}

const ROUTES: readonly (readonly [Route, typeof test | ReturnType<typeof needsPrograms>["test"]])[] = [
  ["in process", test],
  ["real adb", needsPrograms("adb").test],
];

for (const era of ERAS) {
  for (const [route, routeTest] of ROUTES) {
    routeTest(`devices and their last observations can be listed and read (${era}, ${route})`, async () => {
      await using product = await startProduct({ app: "com.fovea.form", route });
      await using mcp = await connectMcp(product, era);
      await checkResources(product, mcp);
    });
  }

  test(`the templates give the addresses of the last outline and observation of any device (${era})`, async () => {
    await using product = await startProduct();
    await using mcp = await connectMcp(product, era);
    const { resourceTemplates } = templatesSchema.parse(await mcp.client.listResourceTemplates());
    assert.deepEqual(resourceTemplates.map(({ uriTemplate }) => uriTemplate).sort(), [
      "fovea://devices/{serial}/observation",
      "fovea://devices/{serial}/outline",
      "fovea://devices/{serial}/screenshot",
    ]);
  });

  test(`reading a resource that was never observed or does not exist is an error (${era})`, async () => {
    await using product = await startProduct();
    await using mcp = await connectMcp(product, era);
    await assert.rejects(mcp.client.readResource({ uri: placeOf(product, "outline") }), /was not observed/);
    for (const uri of ["fovea://devices/x/picture", "fovea://nothing", "file:///etc/passwd"]) {
      await assert.rejects(mcp.client.readResource({ uri }), (error: unknown) => {
        assert.match(String(error), /not found/i);
        return true;
      });
    }
  });
}

test("reading a resource requests nothing from the device except the list of devices", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  await using mcp = await connectMcp(product);
  await mcp.call("observe");
  const before = product.device.log.counts.servicesOpened;
  await read(mcp, placeOf(product, "observation"));
  await read(mcp, placeOf(product, "outline"));
  assert.equal(product.device.log.counts.servicesOpened, before);
});

test("a serial with control characters is listed in printable form", async () => {
  await using product = await startProduct({ serialNumber: "usb\u001b[2J\u202eevil" });
  await using mcp = await connectMcp(product);
  assert.equal((await mcp.call("observe")).isError, false);
  const { resources } = listSchema.parse(await mcp.client.listResources());
  const names = resources.map(({ name }) => name);
  assert.deepEqual(names.slice(1).sort(), [
    'Last observation of "usb\\u001b[2J evil"',
    'Last outline of "usb\\u001b[2J evil"',
  ]);
  for (const { uri } of resources) assert.match(uri, /^[!-~]+$/);
});

test("hostile text stays unchanged in the observation, as escapes", async () => {
  const label = "a\u202eb\u009bc";
  await using product = await startProduct();
  const apk = { versionCode: 1, versionName: "1", minSdk: 24, targetSdk: 33, isTestOnly: false };
  product.phone.installPackage({ ...apk, packageName: "com.evil", launcherActivity: "com.evil.Main", label });
  product.phone.hooks.open("com.evil");
  await using mcp = await connectMcp(product);
  await mcp.call("observe");
  const { text } = await read(mcp, placeOf(product, "observation"));
  assert.doesNotMatch(text, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  const { viewHierarchy } = observationSchema.parse(JSON.parse(text));
  assert.ok(viewHierarchy?.nodes.some((node) => node.text?.includes("\u202e")));
});
