// Crops of real icons whose meaning is in the hierarchy, from captures of real screens (not used for training):
// `node real-crops.mjs PAIRS OUT`; PAIRS is a folder of NAME.png or .jpg with NAME.xml or DroidBot's NAME.json. Writes
// OUT/real.{crops,labels,icons}, and OUT/real.png for people. Similar crops of the same source count once.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { ICON_SIDE, iconCrop } from "../../dist/src/vision/icon-crop.js";
import { NAMES } from "./labels.mjs";

/** Icon names, and the descriptions or last parts of ids that mean them. A person compared them with the crops. */
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
/**
 * Crops whose words do not match the drawing, found by a person: FILE LEFT TOP → the name of the drawn icon, or null if
 * something covers it.
 */
const SEEN = {
  "droidbot-03.json 953 125": "menu",
  "droidbot-07.json 63 773": null,
  "droidbot-07.json 63 1256": null,
  "droidbot-07.json 399 773": null,
  "droidbot-07.json 399 1256": null,
  "droidbot-07.json 735 773": null,
  "droidbot-07.json 735 1256": null,
  "droidbot-17.json 956 643": null,
  "droidbot-17.json 956 1684": null,
  "droidbot-37.json 52 163": "expand",
  "droidbot-37.json 870 1963": null,
  "droidbot-39.json 52 163": "expand",
  "droidbot-52.json 959 69": null,
  "droidbot-56.json 959 69": null,
  "mgpt-cal-newevent-kb.xml 0 128": "close",
  "mgpt-search-result.xml 0 296": null,
  "mgpt-search-result.xml 933 296": null,
  "notes-case-01.xml 808 105": "add",
  "notes-case-06.xml 808 105": "add",
};
/** The largest ratio of sides, and the largest share of the screen's shorter side, as in src/vision/icon-names.ts. */
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
  const meant = words.filter(Boolean).flatMap((word) => MEANINGS.filter(([, pattern]) => pattern.test(word)))[0]?.[0];
  const seen = SEEN[`${file} ${bounds.left} ${bounds.top}`];
  const name = meant && (seen === undefined ? meant : seen);
  const [shorter, longer] = [bounds.right - bounds.left, bounds.bottom - bounds.top].sort((a, b) => a - b);
  if (!name || shorter < 12 || longer > LONGEST * shorter || longer > LARGEST * Math.min(frame.width, frame.height))
    return;
  const crop = iconCrop(frame, bounds);
  const from = file.replace(/-.*/, "");
  const isKnown = kept.some((other) => other.from === from && other.name === name && apart(other.crop, crop) < ALIKE);
  if (!isKnown && crop.some((value) => value > 0)) kept.push({ name, from, file, crop, bounds });
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
  writeFileSync(
    `${base}.icons`,
    kept.map(({ from, file, bounds }) => JSON.stringify([from, `${file} ${bounds.left} ${bounds.top}`])).join("\n"),
  );
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
