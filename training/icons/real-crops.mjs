// Crops of real icons whose meaning the hierarchy tells, from captures of real screens (never trained on):
// `node real-crops.mjs PAIRS OUT`, with PAIRS a folder of NAME.png or .jpg beside NAME.xml or DroidBot's NAME.json.
// Writes OUT/real.{crops,labels,icons}, and OUT/real.png to look at. Alike crops of one source count once.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { ICON_SIDE, iconCrop } from "../../dist/src/vision/icon-crop.js";
import { NAMES } from "./labels.mjs";

/** What a description or the last part of an id says, and what it means. Checked against the crops by eye. */
const MEANINGS = [
  ["back", /^(navigate up|collapse|返回|상위 메뉴로 이동|top_left_arrow)$/i],
  ["forward", /^top_right_arrow$/],
  ["search", /^(search|搜索|search_icon)$/i],
  ["more", /^(more options|更多|옵션 더보기)$/i],
  ["close", /^(clear query|取消|close)$/i],
  ["done", /^(save|完成)$/i],
  ["add", /^(new event|新建|float_add)$/i],
  ["menu", /^show roots$/i],
  ["grid", /^grid view$/i],
  ["play", /^播放$/],
  ["pause", /^暂停$/],
  ["favorite", /^我喜欢$/],
  ["chat", /^评论$/],
  ["share", /^(分享|share)$/i],
  ["undo", /^되돌리기$/],
  ["redo", /^다시하기$/],
  ["eraser", /^지우개 모드$/],
  ["checklist", /^체크리스트$/],
  ["bold", /^텍스트 굵게$/],
  ["italic", /^텍스트 기울이기$/],
  ["underline", /^밑줄 표시하기$/],
  ["attach", /^삽입$/],
  ["clock", /^event_time_image$/],
  ["notifications", /^event_reminder_image$/],
  ["location", /^event_show_on_map$/],
  ["wifi", /^wifi_signal$/],
  ["settings", /^(settings|设置)$/i],
];
/** Ratio of sides and share of the screen's shorter side as in src/vision/icon-names.ts. */
const [LONGEST, LARGEST] = [1.6, 0.2];
const ALIKE = 0.06;

const [pairs, out] = process.argv.slice(2);
const kept = [];
for (const file of readdirSync(pairs).sort()) {
  const picture = readdirSync(pairs).find((name) => /\.(png|jpe?g|webp)$/.test(name) && sameBase(name, file));
  if (!/\.(xml|json)$/.test(file) || !picture) continue;
  const { data, info } = await sharp(join(pairs, picture)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const frame = { width: info.width, height: info.height, rgba: data };
  for (const { words, bounds } of nodesOf(readFileSync(join(pairs, file), "utf8"), file))
    keep(frame, file, words, bounds);
}
write(join(out, "real"));
await sheet(join(out, "real.png"));
console.log(`${kept.length} crops of ${new Set(kept.map(({ name }) => name)).size} names`);

function sameBase(one, other) {
  return one.replace(/\.\w+$/, "") === other.replace(/\.\w+$/, "");
}

function nodesOf(text, file) {
  if (file.endsWith(".json")) {
    const views = JSON.parse(text).views ?? [];
    return views
      .filter(({ visible, bounds, children }) => visible !== false && bounds && !children?.length)
      .map((view) => {
        const [[left, top], [right, bottom]] = view.bounds;
        return {
          words: [view.content_description, view.resource_id?.split("/").at(-1)],
          bounds: { left, top, right, bottom },
        };
      });
  }
  return [...text.matchAll(/<node\s[^>]*>/g)].flatMap(([tag]) => {
    const [, left, top, right, bottom] = /bounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"/.exec(tag)?.map(Number) ?? [];
    if (left === undefined) return [];
    const words = [/content-desc="([^"]*)"/.exec(tag)?.[1], /resource-id="([^"]*)"/.exec(tag)?.[1].split("/").at(-1)];
    return [{ words, bounds: { left, top, right, bottom } }];
  });
}

function keep(frame, file, words, bounds) {
  const name = words.filter(Boolean).flatMap((word) => MEANINGS.filter(([, pattern]) => pattern.test(word)))[0]?.[0];
  const [shorter, longer] = [bounds.right - bounds.left, bounds.bottom - bounds.top].sort((a, b) => a - b);
  if (!name || shorter < 12 || longer > LONGEST * shorter || longer > LARGEST * Math.min(frame.width, frame.height))
    return;
  const crop = iconCrop(frame, bounds);
  const from = file.replace(/-.*/, "");
  const isKnown = kept.some((other) => other.from === from && other.name === name && apart(other.crop, crop) < ALIKE);
  if (!isKnown && crop.some((value) => value > 0)) kept.push({ name, from, file, crop });
}

function apart(one, other) {
  return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length;
}

function write(base) {
  writeFileSync(
    `${base}.crops`,
    Buffer.concat(kept.map(({ crop }) => Uint8Array.from(crop, (value) => Math.round(value * 255)))),
  );
  writeFileSync(`${base}.labels`, Buffer.from(Uint16Array.from(kept, ({ name }) => NAMES.indexOf(name)).buffer));
  writeFileSync(`${base}.icons`, kept.map(({ from, file }) => JSON.stringify([from, file])).join("\n"));
}

async function sheet(file) {
  const [side, across] = [ICON_SIDE * 2 + 24, 14];
  const layers = await Promise.all(
    kept.map(async ({ crop, name }, at) => {
      const raw = { width: ICON_SIDE, height: ICON_SIDE, channels: 1 };
      const picture = sharp(
        Uint8Array.from(crop, (value) => 255 - Math.round(value * 255)),
        { raw },
      ).resize(64, 64, { kernel: "nearest" });
      const label = `<svg xmlns="http://www.w3.org/2000/svg" width="88" height="20"><text y="14" font-size="12">${at} ${name}</text></svg>`;
      const [left, top] = [(at % across) * side, Math.floor(at / across) * side];
      return [
        { input: await picture.png().toBuffer(), left, top: top + 20 },
        { input: Buffer.from(label), left, top },
      ];
    }),
  );
  const canvas = {
    width: across * side,
    height: Math.ceil(kept.length / across) * side,
    channels: 3,
    background: "#dde",
  };
  await sharp({ create: canvas }).composite(layers.flat()).png().toFile(file);
}
