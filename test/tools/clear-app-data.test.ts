import assert from "node:assert/strict";
import { test } from "node:test";
import { userWho, YES } from "../support/asked-user.js";
import { SMALL } from "../support/drive.js";
import { connectMcp, ERAS } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";

for (const era of ERAS) {
  test(`an app is empty after clear_app_data, which names app and device to the user first (${era})`, async () => {
    await using product = await startProduct({ ...SMALL, app: "com.fovea.notes", config: { manageApps: "ask" } });
    const user = userWho(() => YES);
    await using mcp = await connectMcp(product, era, user.setUp);
    await mcp.call("tap", { target: '"Shopping"' });
    await mcp.call("tap", { target: '"Delete"' });
    const { text, isError } = await mcp.call("clear_app_data", { package: "com.fovea.notes" });
    assert.equal(isError, false, text);
    assert.match(text, /^cleared the data of com\.fovea\.notes on \S+\nconfirmed: its process \d+ was ended\n/);
    assert.equal(user.questions.length, 1);
    assert.match(
      user.questions[0] ?? "",
      /^Delete all data of the app "com\.fovea\.notes", version "1\.0" \(1\), on the device "\S+": /,
    );
    await mcp.call("open_app", { package: "com.fovea.notes" });
    const { text: screen } = await mcp.call("observe");
    assert.match(screen, /"Shopping/, "what was deleted by hand is there again, as on the first day");
  });
}
