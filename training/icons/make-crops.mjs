// Makes the crops for training, tuning and measuring.
// Usage: node make-crops.mjs OUT [--per-name 150] [--seed 1] [--only train]
// OUT/{train,tune,test}.crops: 32 × 32 bytes each; .labels: two bytes each; .icons: a JSON line about each icon.
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { drawCrop, drawPhoto, randomOf } from "./draw-crop.mjs";
import { NAMES } from "./labels.mjs";
import { drawnIcons, textMask } from "./masks.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    "per-name": { type: "string", default: "150" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "train,tune,test" },
  },
});
const [folder = "out"] = positionals;
const PER_NAME = Number(values["per-name"]);
const OTHERS = { train: 40 * PER_NAME, tune: 3000, test: 3000 };
const MEASURED_PER_ICON = 6;
const TEXTS = 250;
const AT_ONCE = 64;
sharp.concurrency(1);
mkdirSync(folder, { recursive: true });
const icons = await drawnIcons(folder);
console.log(`${icons.length} icons drawn`);
for (const use of values.only.split(","))
  await writeUse(use, randomOf(Number(values.seed) + use.length * 1000 + use.charCodeAt(1)));
writeFileSync(join(folder, "names.json"), JSON.stringify(NAMES));

async function writeUse(use, random) {
  const own = icons.filter((icon) => icon.use === use);
  const counts = new Array(NAMES.length + 1).fill(0);
  for (const { label } of own) counts[label] += 1;
  const jobs = own.flatMap((icon) =>
    Array.from({ length: variantsOf(icon, { count: counts[icon.label], use }, random) }, () => icon),
  );
  const texts = await textMasks(use === "train" ? TEXTS : 150, random);
  for (const mask of texts)
    if (mask)
      for (let variant = use === "train" ? 8 : 2; variant > 0; variant -= 1)
        jobs.push({ set: "text", key: "text", label: NAMES.length, mask });
  for (let photo = OTHERS[use] / 8; photo > 0; photo -= 1)
    jobs.push({ set: "photo", key: "photo", label: NAMES.length });
  shuffle(jobs, random);
  const crops = createWriteStream(join(folder, `${use}.crops`));
  const labels = [];
  const lines = [];
  const [first, neighbours] = [Math.floor(random() * 2 ** 32), own.map(({ mask }) => mask)];
  for (let start = 0; start < jobs.length; start += AT_ONCE) {
    const some = jobs.slice(start, start + AT_ONCE);
    const drawn = await Promise.all(some.map(({ mask }, at) => cropOf(mask, neighbours, randomOf(first + start + at))));
    for (const [at, crop] of drawn.entries()) {
      if (!crop) continue;
      crops.write(crop);
      labels.push(some[at].label);
      lines.push(JSON.stringify([some[at].set, some[at].key]));
    }
    if (crops.writableNeedDrain) await new Promise((resolve) => crops.once("drain", resolve));
    if ((start / AT_ONCE) % 200 === 0) console.log(`${use} ${start} of ${jobs.length}`);
  }
  await new Promise((resolve) => crops.end(resolve));
  writeFileSync(join(folder, `${use}.labels`), Buffer.from(Uint16Array.from(labels).buffer));
  writeFileSync(join(folder, `${use}.icons`), lines.join("\n"));
  console.log(`${use}: ${labels.length} crops of ${own.length} icons`);
}

async function textMasks(count, random) {
  const masks = [];
  while (masks.length < count) masks.push(await textMask(random));
  return masks;
}

function cropOf(mask, neighbours, own) {
  return mask ? drawCrop(mask, neighbours[Math.floor(own() * neighbours.length)], own) : drawPhoto(own);
}

function variantsOf({ label }, { count, use }, random) {
  if (use !== "train") return label === NAMES.length ? Number(random() < OTHERS[use] / count) : MEASURED_PER_ICON;
  const wanted = label === NAMES.length ? OTHERS.train : PER_NAME;
  const share = Math.min(60, wanted / count);
  return Math.floor(share) + Number(random() < share % 1);
}

function shuffle(list, random) {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}
