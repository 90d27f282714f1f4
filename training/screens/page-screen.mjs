import { BLOCKS } from "./blocks.mjs";
import { at, make, picture, text } from "./elements.mjs";

const PAGE_BLOCKS = {
  heading: 5,
  list: 9,
  cards: 4,
  carousel: 3,
  icons: 3,
  gallery: 2,
  tabs: 2,
  chips: 3,
  search: 2.5,
  form: 2.5,
  choices: 3,
  sliders: 1.5,
  buttons: 4,
  toolbar: 2.5,
  paragraph: 2.5,
  links: 1,
  banner: 2,
  stats: 1.5,
  profile: 1.5,
  actions: 2,
  stepper: 1,
  segmented: 1,
  picker: 0.5,
  calendar: 0.8,
  month: 1,
  sections: 1.5,
  ranking: 1.5,
  lines: 1,
  empty: 0.7,
};

/** A page of blocks between bars, often scrolled, sometimes short. */
export function page(r, t, kit, root, weights = PAGE_BLOCKS) {
  const see = r.chance(0.08);
  if (see) root.append(at("left:0;right:0;top:0;height:38%", [picture(r, "width:100%;height:100%")]));
  if (r.chance(0.88)) root.append(make("div", "position:relative;flex:none", undefined, [kit.appBar({ see })]));
  if (r.chance(0.15)) root.append(kit.tabs(r.int(2, 5), false));
  if (see) root.append(make("div", `flex:none;height:${r.int(90, 180)}px`));
  const inner = make("div", `margin-top:${r.chance(0.4) ? -r.int(0, 160) : 0}px`);
  const content = make("div", "flex:1;min-height:0;overflow:hidden;position:relative", undefined, [inner]);
  root.append(content);
  const limit = content.clientHeight + 220;
  const end = r.chance(0.12) ? limit * r.real(0.2, 0.8) : limit;
  for (let n = 0; n < 40 && inner.offsetHeight < end; n++) inner.append(BLOCKS[r.weighted(weights)](r, t, kit));
  if (r.chance(0.12))
    root.append(
      make("div", `flex:none;border-top:1px solid ${t.line}`, undefined, [
        BLOCKS[r.pick(["buttons", "toolbar", "actions"])](r, t, kit),
      ]),
    );
  if (r.chance(0.1)) {
    const mini = make(
      "div",
      `flex:none;margin:4px ${r.int(0, 10)}px;display:flex;align-items:center;gap:10px;padding:4px 8px;border-radius:${t.radius}px;background:${t.tonal}`,
      "clickable",
      [
        picture(r, "width:40px;height:40px;border-radius:6px;flex:none"),
        text(t, t.words.phrase(1, 3), 14, "flex:1;white-space:nowrap;overflow:hidden"),
        kit.iconButton({ look: "plain" }),
        kit.iconButton({ look: "plain" }),
      ],
    );
    root.append(mini);
  }
  if (r.chance(0.42)) root.append(kit.tabs(r.int(3, 5), true));
  if (r.chance(0.25))
    content.append(
      at(`${t.rtl ? "left" : r.chance(0.8) ? "right" : "left"}:16px;bottom:${r.int(10, 24)}px`, [
        kit.fab(r.chance(0.3) ? t.words.phrase(1, 2) : ""),
      ]),
    );
}
