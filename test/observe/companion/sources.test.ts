import assert from "node:assert/strict";
import { test } from "node:test";
import { observe } from "../../../src/observe/observe.js";
import { OBSERVE_TREE } from "../../../src/observe/observe-request.js";
import type { UiElement } from "../../../src/screen/element.js";
import type { Observation } from "../../../src/screen/observation.js";
import { useCompanions } from "../../support/companion-ways.js";
import { never } from "../../support/never.js";
import { startProduct } from "../../support/product.js";

const APPS = [
  "com.android.settings",
  "com.fovea.form",
  "com.fovea.messages",
  "com.fovea.notes",
  "com.fovea.world",
  "com.fovea.vault",
  "com.fovea.gestures",
];

/** The facts of an element that all sources report; only some distinguish a field's hint from its text. */
function plain(element: UiElement) {
  const { role, labels, value, bounds, className, package: owner, resourceId, actions, enabled, password } = element;
  const inField = [...labels, value ?? ""].filter((word) => word !== "").slice(0, password ? 0 : 1);
  const words = role === "field" ? inField : labels;
  return { role, words, bounds, className, owner, resourceId, actions, enabled };
}

function factsOf(observation: Observation) {
  const { screenSize, density, rotation, displayId, ime, keyguard, power, activeWindow, systemInsets } = observation;
  const { windowId, ...window } = activeWindow ?? { windowId: null };
  return {
    ...{ screenSize, density, rotation, displayId, window },
    edges: systemInsets?.edges,
    keyboard: ime?.visible,
    isLocked: keyguard?.showing,
    isOn: power?.interactive,
  };
}

for (const apiLevel of [28, 34]) {
  for (const app of APPS) {
    test(`on API ${apiLevel} ${app} is the same screen to the companion service, the companion shell and uiautomator`, async () => {
      await using product = await startProduct({
        app,
        apiLevel,
        onDevice: "enabled",
        link: useCompanions({ companion: "auto" }),
      });
      const session = await product.session();
      const seen = new Map<string, Observation>();
      for (const source of ["service", "shell", "uiautomator"] as const) {
        const { observation } = await observe(session, { ...OBSERVE_TREE, source }, never());
        assert.equal(observation.error, null);
        seen.set(observation.hierarchySource, observation);
      }
      assert.deepEqual([...seen.keys()], ["a11y-service", "a11y-shell", "uiautomator"]);
      const [service, shell, dump] = [...seen.values()];
      assert.ok(service && shell && dump);
      const inFront = (observation: Observation) =>
        observation.elements
          .filter(({ systemBar, package: owner }) => !systemBar && owner === dump.activeWindow?.package)
          .map(plain);
      assert.ok(inFront(dump).length > 0);
      assert.deepEqual(inFront(service), inFront(dump));
      assert.deepEqual(inFront(shell), inFront(dump));
      assert.deepEqual(factsOf(service), factsOf(dump));
      assert.deepEqual(factsOf(shell), factsOf(dump));
    });
  }
}
