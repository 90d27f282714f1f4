import { BLOCKS } from "./blocks.mjs";
import { at, glyph, make, picture, text } from "./elements.mjs";

/** Kinds of screens that are not a page of blocks. */
export const OTHER_SCREENS = {
  chat(r, t, kit, root) {
    root.append(kit.appBar({ back: true }));
    const content = make(
      "div",
      "flex:1;min-height:0;overflow:hidden;display:flex;flex-direction:column;justify-content:flex-end;gap:6px;padding:6px 0",
    );
    root.append(content);
    content.append(...r.times(r.int(3, 14), () => BLOCKS.message(r, t, kit)));
    const bar = make(
      "div",
      `flex:none;display:flex;align-items:center;gap:6px;padding:6px 8px;border-top:1px solid ${t.line};background:${t.surface}`,
    );
    bar.append(
      ...r.times(r.int(0, 2), () => kit.iconButton({ look: "plain", box: 40 })),
      make("div", "flex:1", undefined, [kit.field(t.words.phrase(1, 2), { lines: 1 })]),
      kit.iconButton({ look: r.chance(0.5) ? "filled" : "plain", box: 44 }),
    );
    root.append(bar);
  },
  player(r, t, kit, root) {
    const dark = r.chance(0.7);
    if (dark)
      root.style.cssText += `;background:linear-gradient(hsl(${r.int(0, 360)},${r.int(5, 60)}%,${r.int(20, 50)}%),hsl(${r.int(0, 360)},30%,${r.int(5, 25)}%));color:#fff`;
    const color = dark ? "#fff" : t.on;
    root.append(kit.appBar({ back: true, see: dark }));
    root.append(
      make(
        "div",
        "flex:1;display:flex;align-items:center;justify-content:center;min-height:0;overflow:hidden",
        undefined,
        [picture(r, `width:${r.int(55, 90)}%;aspect-ratio:1;border-radius:${r.pick([0, 8, 20, 400])}px`)],
      ),
    );
    root.append(
      make(
        "div",
        `padding:8px ${t.pad}px;display:flex;flex-direction:column;align-items:${r.pick(["flex-start", "center"])};gap:4px`,
        undefined,
        [text(t, t.words.phrase(1, 3), 22, "font-weight:600"), text(t, t.words.phrase(1, 3), 14, "opacity:.7")],
      ),
    );
    const icons = (n) =>
      make(
        "div",
        `display:flex;align-items:center;justify-content:${r.pick(["space-around", "space-between"])};padding:6px ${t.pad}px`,
        undefined,
        r.times(n, () => kit.iconButton({ look: "plain", color })),
      );
    if (r.chance(0.6)) root.append(icons(r.int(3, 5)));
    root.append(
      make("div", `padding:8px ${t.pad}px`, undefined, [
        kit.slider(),
        make("div", "display:flex;justify-content:space-between", undefined, [
          text(t, "1:23", 11, "opacity:.7"),
          text(t, "4:05", 11, "opacity:.7"),
        ]),
      ]),
    );
    root.append(
      make(
        "div",
        `display:flex;align-items:center;justify-content:space-between;padding:6px ${t.pad}px 24px`,
        undefined,
        [
          kit.iconButton({ look: "plain", color }),
          kit.iconButton({ look: "plain", size: 32, color }),
          make(
            "div",
            `width:${r.int(56, 76)}px;aspect-ratio:1;border-radius:50%;background:${r.chance(0.5) ? "#fff" : t.accent};color:#222;display:flex;align-items:center;justify-content:center`,
            "iconButton",
            [glyph(r, t, 36)],
          ),
          kit.iconButton({ look: "plain", size: 32, color }),
          kit.iconButton({ look: "plain", color }),
        ],
      ),
    );
  },
  keypad(r, t, kit, root) {
    root.append(
      make(
        "div",
        "flex:1;display:flex;flex-direction:column;justify-content:flex-end;align-items:flex-end;padding:16px",
        undefined,
        [text(t, String(r.int(1, 99999999)), 40)],
      ),
    );
    const columns = r.pick([3, 4]);
    const round = r.chance(0.5);
    const cell = root.clientWidth / columns;
    root.append(
      make(
        "div",
        `display:grid;grid-template-columns:repeat(${columns},1fr);padding-bottom:12px`,
        undefined,
        r.times(columns * r.int(4, 5), (i) => {
          const h = Math.min(cell, 80) * (round ? 0.9 : 0.75);
          return make("div", `display:flex;align-items:center;justify-content:center;height:${h + 8}px`, undefined, [
            make(
              "div",
              `display:flex;align-items:center;justify-content:center;width:${round ? h : cell - 6}px;height:${h}px;border-radius:${round ? 50 : 4}px;font-size:26px;${t.border || round ? `background:${i % columns === columns - 1 ? t.tonal : t.field}` : ""}`,
              "button",
              [columns === 3 && i < 9 ? String(i + 1) : r.pick([..."0123456789+−×÷=%#*C."])],
            ),
          ]);
        }),
      ),
    );
    if (r.chance(0.5))
      root.append(make("div", "display:flex;justify-content:center;padding:8px", undefined, [kit.fab("")]));
  },
  login(r, t, kit, root) {
    const body = make(
      "div",
      `flex:1;display:flex;flex-direction:column;justify-content:${r.pick(["center", "flex-start", "space-evenly"])};gap:${r.int(8, 18)}px;padding:40px ${t.pad + 8}px;align-items:center;text-align:center`,
    );
    if (r.chance(0.3)) root.append(picture(r, "position:absolute;inset:0;z-index:-1", ""));
    body.append(
      r.chance(0.5)
        ? picture(r, `width:${r.int(60, 140)}px;aspect-ratio:1;border-radius:24px`)
        : glyph(r, t, 90, `color:${t.accent}`, "image"),
      text(t, t.words.phrase(1, 3), 24, "font-weight:600"),
    );
    for (let i = 0; i < r.int(1, 3); i++) body.append(kit.field(t.words.phrase(1, 2)));
    if (r.chance(0.5))
      body.append(
        make("div", "display:flex;gap:8px;align-items:center", undefined, [
          kit.checkbox(),
          text(t, t.words.phrase(2, 6), 13),
        ]),
      );
    for (let i = 0; i < r.int(1, 3); i++) body.append(kit.button(t.words.phrase(1, 2), { wide: r.chance(0.8) }));
    if (r.chance(0.6))
      body.append(make("span", `font-size:14px;color:${t.accent}`, "clickable", [t.words.phrase(2, 4)]));
    if (r.chance(0.4))
      body.append(
        make(
          "div",
          "display:flex;gap:16px",
          undefined,
          r.times(r.int(2, 4), () => kit.iconButton({ look: "outlined", box: 48 })),
        ),
      );
    root.append(body);
  },
  launcher(r, t, kit, root) {
    root.append(picture(r, "position:absolute;inset:0;z-index:0", ""));
    root.style.color = "#fff";
    const layer = make(
      "div",
      "position:relative;flex:1;display:flex;flex-direction:column;justify-content:space-between;padding:40px 10px 10px;text-shadow:0 1px 3px #000",
    );
    const columns = r.int(4, 5);
    const size = r.int(44, 62);
    const cells = (n, words) =>
      make(
        "div",
        `display:grid;grid-template-columns:repeat(${columns},1fr);row-gap:${r.int(10, 30)}px`,
        undefined,
        r.times(n, () =>
          make("div", "display:flex;flex-direction:column;align-items:center;gap:5px;overflow:hidden", "clickable", [
            r.chance(0.5)
              ? picture(r, `width:${size}px;height:${size}px;border-radius:${size * 0.28}px`)
              : make(
                  "div",
                  `width:${size}px;height:${size}px;border-radius:${r.pick([50, 50, 14])}px;background:hsl(${r.int(0, 360)},${r.int(0, 80)}%,${r.int(20, 98)}%);color:hsl(${r.int(0, 360)},80%,40%);display:flex;align-items:center;justify-content:center`,
                  "image",
                  [glyph(r, t, size * 0.6)],
                ),
            words ? text(t, t.words.phrase(1, 1), 12, "white-space:nowrap") : null,
          ]),
        ),
      );
    if (r.chance(0.5)) layer.append(BLOCKS.search(r, t, kit));
    layer.append(cells(columns * r.int(1, 5), true), cells(columns, r.chance(0.3)));
    root.append(layer);
  },
  photo(r, t, kit, root) {
    root.style.background = "#000";
    root.style.color = "#fff";
    const h = r.int(40, 100);
    root.append(at(`left:0;right:0;top:${(100 - h) / 2}%;height:${h}%`, [picture(r, "width:100%;height:100%")]));
    if (r.chance(0.8)) root.append(make("div", "position:relative", undefined, [kit.appBar({ see: true })]));
    if (r.chance(0.8))
      root.append(
        at("left:0;right:0;bottom:14px;color:#fff", [
          r.pick([BLOCKS.toolbar, BLOCKS.actions])(r, { ...t, sub: "#eee" }, kit),
        ]),
      );
    if (r.chance(0.4))
      root.append(
        at(
          `right:8px;bottom:${r.int(140, 240)}px;display:flex;flex-direction:column;gap:14px`,
          r.times(r.int(2, 5), () => kit.iconButton({ look: "plain", size: 32 })),
        ),
      );
    if (r.chance(0.3))
      root.append(
        at("left:0;right:0;bottom:90px;display:flex;justify-content:center", [
          make(
            "div",
            "width:70px;height:70px;border-radius:50%;border:5px solid #fff;background:rgba(255,255,255,.4);box-sizing:border-box",
            "iconButton",
          ),
        ]),
      );
  },
  editor(r, t, kit, root) {
    root.append(kit.appBar({ back: true }));
    if (r.chance(0.6)) root.append(BLOCKS.toolbar(r, t, kit));
    root.append(
      make("div", `flex:1;min-height:0;overflow:hidden;padding:12px ${t.pad}px`, "field", [
        make("span", `font-size:16px;color:${t.on}`, undefined, [
          r.chance(0.7) ? r.times(r.int(1, 8), () => t.words.sentence()).join(". ") : t.words.phrase(1, 2),
        ]),
      ]),
    );
    if (r.chance(0.7)) root.append(BLOCKS.toolbar(r, t, kit));
  },
};
