import assert from "node:assert/strict";
import { test } from "node:test";
import { isTouchTarget } from "../../../src/screen/element.js";
import { looksTouchable } from "../../../src/screen/looks-touchable.js";
import { fuse } from "../../../src/vision/fuse.js";
import { at, button, list, node, page, text } from "../../support/build-screen.js";
import { FUSE_SIZE, fuseOn, inputOf, linesOf, read, seen, whysOf } from "../../support/fuse-screen.js";

const imageButton = (bounds: string) => node({ class: "android.widget.ImageButton", clickable: "true", bounds });
/** So that a tree is worth believing: buttons that the detector sees, too. */
const bounds = (place: number) => [100, 1000 + place * 100, 900, 1080 + place * 100] as const;
const buttons = [0, 1, 2, 3, 4, 5].map((place) => button(`b${place}`, { bounds: at(...bounds(place)) }));
const seenButtons = [0, 1, 2, 3, 4, 5].map((place) => seen("button", bounds(place)));

test("a detection of a known button is matched to it, and adds no element", () => {
  const fused = fuseOn(
    [page(button("Save", { bounds: at(100, 100, 500, 232) }))],
    [seen("button", [110, 106, 490, 226])],
  );
  assert.deepEqual(linesOf(fused), ['hierarchy+vision button "Save" click matched']);
  assert.deepEqual(whysOf(fused), ["button: matched"]);
  const [element] = fused.elements;
  assert.ok((element?.vision?.similarity ?? 0) > 0.8);
  assert.equal(element?.confidence, null);
  assert.equal(element?.vision?.confidence, 0.9);
  assert.deepEqual(element?.bounds, { left: 100, top: 100, right: 500, bottom: 232 });
});

test("an icon in the middle of a touch target is matched to that button, and gives it the guess", () => {
  const guess = { name: "search", confidence: 0.8 };
  const icon = { ...seen("iconButton", [131, 131, 195, 195]), guess };
  const fused = fuseOn([page(imageButton(at(100, 100, 226, 226)))], [icon]);
  assert.deepEqual(linesOf(fused), ["hierarchy+vision button click matched"]);
  assert.deepEqual(fused.elements[0]?.vision?.guess, guess);
});

test("each detection is matched to one element, and the best pairs are chosen together", () => {
  const two = [button("A", { bounds: at(0, 100, 300, 200) }), button("B", { bounds: at(0, 150, 300, 250) })];
  const fused = fuseOn([page(...two)], [seen("button", [0, 130, 300, 230]), seen("button", [0, 95, 300, 195])]);
  assert.deepEqual(
    linesOf(fused).map((line) => line.includes("matched")),
    [true, true],
  );
  assert.equal(fused.elements.length, 2);
});

test("an unmatched detection becomes an element in reading order, with role and actions by its kind", () => {
  const roots = [page(text("Title", { bounds: at(0, 0, 1000, 80) }), text("End", { bounds: at(0, 1800, 1000, 1880) }))];
  const fused = fuseOn(roots, [
    seen("switch", [800, 500, 900, 560]),
    seen("field", [100, 300, 900, 400]),
    seen("button", [300, 700, 700, 800]),
  ]);
  assert.deepEqual(linesOf(fused), [
    'hierarchy text "Title" unmatched',
    "vision field edit seen",
    "vision switch check seen",
    "vision button click seen",
    'hierarchy text "End" unmatched',
  ]);
  const [, field] = fused.elements;
  assert.equal(field?.node, null);
  assert.equal(field?.confidence, 0.9);
  assert.equal(field?.enabled, null);
});

test("a mark at the start of a row is matched to the row, a switch shows its state, and an end button is its own", () => {
  const row = node(
    { clickable: "true", bounds: at(0, 100, 1000, 280) },
    text("Wi-Fi", { bounds: at(180, 150, 400, 230) }),
  );
  const other = node(
    { clickable: "true", bounds: at(0, 280, 1000, 460) },
    text("Sound", { bounds: at(180, 330, 400, 410) }),
  );
  const fused = fuseOn(
    [page(list(row, other), ...buttons)],
    [
      seen("row", [0, 100, 1000, 280]),
      seen("iconButton", [40, 160, 110, 220]),
      seen("switch", [850, 150, 970, 230]),
      seen("iconButton", [900, 330, 980, 410]),
    ],
  );
  const rows = linesOf(fused).filter((line) => /Wi-Fi|Sound|vision button/.test(line));
  assert.deepEqual(rows, [
    'hierarchy+vision row "Wi-Fi" click matched',
    'hierarchy row "Sound" click unmatched',
    "vision button click seen",
  ]);
  const added = fused.elements.findIndex(({ node: of }) => of === null);
  assert.equal(fused.elements[fused.elements[added]?.parent ?? -1]?.labels[0], "Sound");
  assert.deepEqual(whysOf(fused), ["row: matched", "switch: part", "iconButton: part"]);
});

test("a touch target with three detections inside, and not detected itself, becomes a bar of them", () => {
  const bar = node({ clickable: "true", bounds: at(0, 100, 1000, 220) });
  const icons = [100, 400, 700].map((left) => seen("iconButton", [left, 120, left + 80, 200]));
  assert.equal(fuseOn([page(bar)], icons).elements.length, 4);
  assert.equal(fuseOn([page(bar)], [...icons, seen("row", [0, 100, 1000, 220])]).elements.length, 1);
});

test("a number across the edge of its cell does not become an element in the cell", () => {
  const cell = node({ clickable: "true", bounds: at(300, 300, 450, 600) });
  assert.deepEqual(whysOf(fuseOn([page(cell)], [seen("button", [350, 270, 440, 370])])), ["button: part"]);
});

test("a box around several known elements is matched to none of them", () => {
  const fused = fuseOn([page(...buttons)], [seen("clickable", [50, 980, 950, 1200])]);
  assert.deepEqual(whysOf(fused), ["clickable: around"]);
});

test("a box mostly on a known element, though not equal, adds no second element", () => {
  const fused = fuseOn(
    [page(button("Save", { bounds: at(100, 100, 500, 232) }))],
    [seen("button", [100, 100, 500, 232]), seen("button", [380, 120, 640, 220])],
  );
  assert.deepEqual(whysOf(fused), ["button: matched", "button: overlapping"]);
});

test("a text that is not clickable and was detected as a button is one element with the detected role", () => {
  const fused = fuseOn(
    [page(text("Continue", { bounds: at(420, 1030, 580, 1070) }))],
    [seen("button", [100, 1000, 900, 1100])],
  );
  assert.deepEqual(linesOf(fused), ['hierarchy+vision button "Continue" matched']);
  const [element] = fused.elements;
  assert.ok(element && looksTouchable(element) && !isTouchTarget(element));
  assert.deepEqual(element.bounds, { left: 420, top: 1030, right: 580, bottom: 1070 });
});

test("of a row's texts that are not clickable the first one represents the row", () => {
  const texts = [text("Battery", { bounds: at(180, 110, 500, 170) }), text("80 %", { bounds: at(180, 180, 300, 230) })];
  const fused = fuseOn(
    [page(...texts)],
    [seen("row", [0, 90, 1000, 250]), seen("iconButton", [40, 130, 120, 210], 0.5)],
  );
  assert.deepEqual(linesOf(fused), ['hierarchy+vision row "Battery" matched', 'hierarchy text "80 %" unmatched']);
  assert.deepEqual(whysOf(fused), ["row: matched", "iconButton: unsure"]);
});

test("a button detected within a longer text is matched to that text", () => {
  const words = text("Read the terms before you continue", { bounds: at(50, 500, 950, 560) });
  assert.deepEqual(whysOf(fuseOn([page(words)], [seen("button", [300, 505, 450, 555])])), ["button: text"]);
});

test("beside a hierarchy that explains all other detections only a certain detection becomes an element", () => {
  const doubtful = seen("iconButton", [910, 1200, 990, 1280], 0.7);
  const fused = fuseOn([page(...buttons)], [...seenButtons, doubtful]);
  assert.ok(whysOf(fused).includes("iconButton: unsure"));
  assert.equal(fused.elements.length, 6);
  const alone = fuseOn([page()], [doubtful]);
  assert.deepEqual(linesOf(alone), ["vision button click seen"]);
  const sure = fuseOn([page(...buttons)], [...seenButtons, { ...doubtful, confidence: 0.98 }]);
  assert.equal(sure.elements.length, 7);
});

test("a detection on an image that is not clickable needs a higher confidence than one on empty space", () => {
  const picture = node({ class: "android.widget.ImageView", bounds: at(900, 1190, 1000, 1290) });
  const onIt = seen("iconButton", [910, 1200, 990, 1280], 0.97);
  assert.ok(linesOf(fuseOn([page(...buttons)], [...seenButtons, onIt])).includes("vision button click seen"));
  assert.ok(whysOf(fuseOn([page(...buttons, picture)], [...seenButtons, onIt])).includes("iconButton: unsure"));
});

test("where many detections are unmatched, each of them needs a lower confidence", () => {
  const more = [0, 1, 2, 3].map((row) => seen("button", [100, 300 + row * 100, 400, 380 + row * 100], 0.7));
  const [first, ...rest] = more;
  assert.ok(first);
  assert.ok(whysOf(fuseOn([page(...buttons)], [...seenButtons, first])).includes("button: unsure"));
  assert.equal(fuseOn([page(...buttons)], [...seenButtons, first, ...rest]).elements.length, buttons.length + 4);
});

test("a row that is not clickable needs a lower confidence beside a clickable row of the same form", () => {
  const row = (place: number, clickable: string) =>
    node(
      { class: "android.widget.LinearLayout", clickable, bounds: at(0, 200 + place * 200, 1000, 400 + place * 200) },
      text(`Row ${place}`, { bounds: at(50, 260 + place * 200, 400, 340 + place * 200) }),
    );
  const sightings = [0, 1, 2].map((place) => seen("row", [0, 205 + place * 200, 1000, 395 + place * 200], 0.8));
  const added = (rows: readonly string[]) =>
    fuseOn([page(...rows.map((clickable, place) => row(place, clickable)))], sightings).elements.filter(looksTouchable)
      .length;
  assert.equal(added(["true", "true", "false"]), 3);
  const others = [0, 1].map((place) =>
    button(`B${place}`, { bounds: at(50, 240 + place * 200, 400, 300 + place * 200) }),
  );
  const alone = fuseOn(
    [page(...others, row(2, "false"))],
    [
      ...others.map((_, place) => seen("button", [50, 240 + place * 200, 400, 300 + place * 200])),
      ...sightings.slice(2),
    ],
  );
  assert.equal(alone.elements.filter(looksTouchable).length, 2);
});

test("similar elements that are not clickable count as one piece of evidence", () => {
  const days = (high: readonly number[]) => {
    const boxes = high.map((height, day) => [40 + day * 130, 500, 140 + day * 130, 500 + height] as const);
    const texts = boxes.map((box, day) => text(`${day}`, { bounds: at(...box) }));
    const sightings = boxes.map((box) => seen("clickable", box, 0.8));
    return fuseOn([page(...texts, ...buttons)], [...seenButtons, ...sightings]).elements.filter(looksTouchable).length;
  };
  assert.equal(days([150, 150, 150, 150, 150, 150, 150]), 6);
  assert.equal(days([40, 60, 90, 140, 220, 330, 480]), 13);
});

test("a part of a large image is not a button of its own, unless it is detected with certainty", () => {
  const clock = node({ class: "android.widget.ImageView", bounds: at(100, 100, 800, 800) });
  const figure = (confidence: number) => seen("iconButton", [400, 150, 480, 230], confidence);
  const whysBeside = (...detections: ReturnType<typeof seen>[]) =>
    whysOf(fuseOn([page(clock, ...buttons)], [...seenButtons, ...detections]));
  assert.ok(whysBeside(figure(0.97)).includes("iconButton: unsure"));
  assert.ok(!whysBeside(figure(0.999)).includes("iconButton: unsure"));
});

test("a dropped detection takes nothing from an accepted one", () => {
  const across = seen("row", [100, 300, 900, 420], 0.35);
  const inIt = [seen("iconButton", [120, 320, 200, 400], 0.995), seen("iconButton", [420, 320, 500, 400], 0.995)];
  const whys = whysOf(fuseOn([page(...buttons)], [...seenButtons, across, ...inIt]));
  assert.deepEqual(
    whys.filter((why) => !why.startsWith("button")),
    ["row: unsure"],
  );
});

test("detections on a clickable element that draws itself become its parts", () => {
  const clock = node({ class: "android.view.View", bounds: at(100, 100, 900, 900) });
  const figures = [110, 210].map((left) => seen("button", [left, 400, left + 80, 480], 0.6));
  assert.deepEqual(
    linesOf(fuseOn([page(clock, ...buttons)], figures)).filter((line) => /seenInHost/.test(line)).length,
    2,
  );
  const touched = node({ clickable: "true", bounds: at(50, 50, 950, 950) }, clock);
  assert.deepEqual(whysOf(fuseOn([page(touched, ...buttons)], figures)), ["button: part", "button: part"]);
});

test("detections on an opaque node are accepted, and read text makes elements of its own", () => {
  const game = node({ class: "android.view.SurfaceView", bounds: at(0, 100, 1000, 900) });
  const fused = fuseOn(
    [page(game, ...buttons)],
    [
      ...seenButtons,
      seen("button", [300, 300, 700, 400], 0.5),
      read("PLAY", [420, 320, 580, 380]),
      read("Level 5", [50, 150, 300, 200]),
    ],
  );
  const inGame = linesOf(fused).filter((line) => line.includes("seenInHost"));
  assert.deepEqual(inGame, ['ocr text "Level 5" seenInHost', 'vision+ocr button "PLAY" click seenInHost']);
  assert.equal(fused.elements[fused.elements.findIndex(({ labels }) => labels[0] === "PLAY")]?.parent, 0);
});

test("without a hierarchy detections are accepted at their detector's confidence", () => {
  const input = { elements: [], hierarchy: null, frame: null, screenSize: FUSE_SIZE };
  const fused = fuse({
    ...input,
    detections: [
      seen("button", [0, 0, 200, 100], 0.45),
      seen("tab", [300, 0, 500, 100], null),
      seen("tab", [600, 0, 700, 100], 0.1),
      seen("tab", [800, 0, 900, 100], 0.4),
    ],
  });
  assert.deepEqual(linesOf(fused), ["vision button click seenInHost", "vision tab click seenInHost"]);
  assert.deepEqual(
    fused.elements.map(({ confidence }) => confidence),
    [0.45, null],
  );
  assert.deepEqual(whysOf(fused), ["tab: unsure", "tab: unsure"]);
});

test("read text becomes the label of an element without one, line by line in reading order, and of no other element", () => {
  const roots = [page(imageButton(at(100, 100, 500, 300)), button("Named", { bounds: at(100, 400, 500, 500) }))];
  const fused = fuseOn(roots, [
    read("now", [320, 120, 400, 160]),
    read("Pay", [200, 118, 300, 162]),
    read("12 €", [200, 200, 300, 240]),
    read("Other", [200, 420, 400, 480]),
  ]);
  assert.deepEqual(linesOf(fused), [
    'hierarchy+ocr button "Pay now" "12 €" click unmatched',
    'hierarchy button "Named" click unmatched',
  ]);
  assert.ok(whysOf(fused).includes("text: text"));
});

test("a password shown in pixels is never read", () => {
  const field = node({
    class: "android.widget.EditText",
    password: "true",
    clickable: "true",
    bounds: at(100, 100, 900, 220),
  });
  const fused = fuseOn([page(field)], [read("hunter2", [150, 130, 400, 190])]);
  assert.deepEqual(fused.elements[0]?.labels, []);
  assert.doesNotMatch(JSON.stringify(fused.elements), /hunter2/);
});

test("two detections of one element become one, with the higher confidence", () => {
  const fused = fuseOn(
    [page()],
    [seen("button", [100, 100, 500, 200], 0.7), seen("clickable", [104, 98, 505, 204], 0.9)],
  );
  assert.deepEqual(
    fused.elements.map(({ confidence }) => confidence),
    [0.9],
  );
  assert.deepEqual(whysOf(fused), ["button: duplicate"]);
});

test("two halves of a row that was detected in parts become one touch target", () => {
  const fused = fuseOn([page()], [seen("row", [0, 100, 600, 250]), seen("clickable", [590, 104, 1000, 246], 0.6)]);
  assert.equal(fused.elements.length, 1);
});

test("a mark at the start of a switch's line, and a caption directly under an icon, add no second element", () => {
  const line = fuseOn([page()], [seen("iconButton", [40, 110, 100, 170]), seen("switch", [880, 100, 980, 180])]);
  assert.deepEqual(
    line.elements.map(({ role }) => role),
    ["switch"],
  );
  const tab = fuseOn([page()], [seen("iconButton", [460, 1800, 540, 1880]), seen("button", [430, 1890, 570, 1930])]);
  assert.deepEqual(whysOf(tab), ["button: part"]);
  const apart = fuseOn([page()], [seen("iconButton", [460, 1700, 540, 1780]), seen("button", [430, 1890, 570, 1990])]);
  assert.equal(apart.elements.length, 2);
});

test("a box around three elements that only detectors found becomes their group", () => {
  const tabs = [0, 1, 2].map((place) => seen("tab", [place * 330, 1800, place * 330 + 300, 1950]));
  const fused = fuseOn([page()], [...tabs, seen("clickable", [0, 1780, 1000, 1980])]);
  assert.equal(fused.elements.length, 3);
  assert.ok(whysOf(fused).includes("clickable: around"));
});

test("no detection on system bars, the keyboard or an excluded region becomes an element of the app", () => {
  const bar = node({ package: "com.android.systemui", bounds: at(0, 0, 1000, 80) });
  const detections = [seen("iconButton", [900, 10, 960, 70]), seen("button", [100, 1500, 300, 1600])];
  const apart = [{ left: 0, top: 1400, right: 1000, bottom: 2000 }];
  const fused = fuseOn([bar, page(...buttons.slice(0, 2))], detections, { apart });
  assert.deepEqual(whysOf(fused), ["iconButton: systemBar", "button: systemBar"]);
});

test("content across the edge of a system bar is dropped, and content of a page may begin behind it", () => {
  const bar = node({ package: "com.android.systemui", bounds: at(0, 0, 1000, 80) });
  const whys = (...detections: ReturnType<typeof seen>[]) => whysOf(fuseOn([bar, page()], detections));
  assert.deepEqual(whys(seen("button", [400, 66, 500, 126])), ["button: systemBar"]);
  assert.deepEqual(whys(seen("button", [400, 76, 500, 136])), []);
  assert.deepEqual(whys(seen("clickable", [0, 0, 1000, 400])), []);
});

test("thin and off-screen boxes are dropped", () => {
  assert.deepEqual(
    whysOf(fuseOn([page()], [seen("button", [998, 0, 1200, 50]), seen("button", [2000, 0, 2100, 50])])),
    ["button: thin", "button: offScreen"],
  );
});

test("an element without a detection is blank where its pixels are uniform, and stays in the list", () => {
  const rgba = new Uint8Array(FUSE_SIZE.width * FUSE_SIZE.height * 4).fill(255);
  for (let y = 420; y < 460; y += 1) rgba.fill(0, (y * 1000 + 200) * 4, (y * 1000 + 300) * 4);
  const roots = [page(imageButton(at(100, 100, 300, 200)), imageButton(at(100, 400, 400, 500)))];
  const fused = fuse({ ...inputOf(roots, []), frame: { ...FUSE_SIZE, rgba } });
  assert.deepEqual(
    fused.elements.map(({ vision }) => vision?.why),
    ["blank", "unmatched"],
  );
});

test("small text in a wide row, text as bright as its background, and a plain colour are not blank", () => {
  const rgba = new Uint8Array(FUSE_SIZE.width * FUSE_SIZE.height * 4).fill(255);
  const paint = (left: number, top: number, right: number, bottom: number, colour: readonly number[]) => {
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) rgba.set(colour, (y * FUSE_SIZE.width + x) * 4);
  };
  // Strokes of two pixels, which a coarse look would pass between.
  for (const x of [31, 37]) paint(x, 131, x + 2, 148, [0, 0, 0, 255]);
  paint(0, 200, 1000, 300, [180, 90, 90, 255]);
  paint(40, 240, 60, 260, [90, 136, 90, 255]);
  paint(100, 400, 300, 500, [30, 60, 200, 255]);
  const wide = (top: number) => imageButton(at(0, top, 1000, top + 100));
  const roots = [page(wide(100), wide(200), imageButton(at(100, 400, 300, 500)), imageButton(at(100, 600, 300, 700)))];
  const fused = fuse({ ...inputOf(roots, []), frame: { ...FUSE_SIZE, rgba } });
  assert.deepEqual(
    fused.elements.map(({ vision }) => vision?.why),
    ["unmatched", "unmatched", "unmatched", "blank"],
  );
});

test("an element that a later one covers for touches is marked as covered, unless it was detected", () => {
  const roots = () => [
    page(button("Under", { bounds: at(200, 200, 400, 300) }), node({ clickable: "true", bounds: at(0, 0, 1000, 900) })),
  ];
  const [under] = fuseOn(roots(), []).elements;
  assert.equal(under?.vision?.why, "covered");
  const [shown] = fuseOn(roots(), [seen("button", [200, 200, 400, 300])]).elements;
  assert.equal(shown?.vision?.why, "matched");
});

test("an element partly off the screen or covered is touched where it was detected", () => {
  const roots = [
    page(
      button("Out", { bounds: at(800, 100, 1400, 200) }),
      button("Row", { bounds: at(0, 300, 1000, 400) }),
      imageButton(at(400, 280, 640, 420)),
    ),
  ];
  const fused = fuseOn(roots, [
    seen("button", [800, 100, 1000, 200]),
    seen("button", [0, 300, 1000, 400]),
    seen("iconButton", [400, 280, 640, 420]),
  ]);
  const points = fused.elements.map(({ vision }) => vision?.tapPoint);
  assert.deepEqual(points, [{ x: 900, y: 150 }, { x: 200, y: 350 }, null]);
});

test("a wrapper with the bounds of its content counts as detected with the content", () => {
  const same = { bounds: at(100, 100, 400, 200), clickable: "true" };
  const fused = fuseOn(
    [page(node(same, node({ ...same, class: "android.widget.Button", text: "Go" })))],
    [seen("button", [100, 100, 400, 200])],
  );
  assert.deepEqual(
    fused.elements.map(({ vision }) => vision?.why),
    ["matched", "matched"],
  );
});

test("a hierarchy of thousands of levels, each slightly smaller, is fused like any other", () => {
  let tree = button("deep", { bounds: at(400, 900, 600, 1000) });
  for (let level = 0; level < 3000; level += 1) {
    const inset = level % 200;
    tree = node({ clickable: "true", bounds: at(200 - inset, 800 - inset, 800 + inset, 1100 + inset) }, tree);
  }
  const detections = Array.from({ length: 100 }, (_, place) =>
    seen("button", [200 - place, 800 - place, 800 + place, 1100 + place], 0.9),
  );
  assert.equal(fuseOn([page(tree)], detections).elements.length, 3001);
});
