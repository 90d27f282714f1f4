import { BLOCKS } from "./blocks.mjs";
import { glyph, make, text } from "./elements.mjs";

/** A keyboard at the bottom. */
export function keyboard(r, t) {
  const dark = t.dark || r.chance(0.3);
  const key = dark ? `hsl(220,5%,${r.int(22, 36)}%)` : r.pick(["#fff", "#fcfcfc", "transparent"]);
  const rows = r.pick([
    ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"],
    ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
    ["йцукенгшщзх", "фывапролджэ", "ячсмитьбю"],
    ["123", "456", "789", "*0#"],
  ]);
  const h = r.int(38, 52);
  const face = (grow, child) =>
    make(
      "div",
      `flex:${grow} 1 0;min-width:0;height:${h}px;display:flex;align-items:center;justify-content:center;border-radius:${r.pick([4, 6, 6])}px;background:${key};font-size:${r.int(16, 22)}px`,
      "button",
      [child],
    );
  const big = rows[0].length < 5;
  const out = rows.map((letters, i) =>
    make("div", `display:flex;gap:5px;padding:3px ${!big && i === rows.length - 2 ? 18 : 4}px`, undefined, [
      i === rows.length - 1 && !big ? face(1.4, glyph(r, t, 20)) : null,
      ...[...letters].map((c) => face(1, c)),
      i === rows.length - 1 ? face(1.4, glyph(r, t, 20)) : null,
    ]),
  );
  if (!big)
    out.push(
      make("div", "display:flex;gap:5px;padding:3px 4px 8px", undefined, [
        face(1.5, "?123"),
        face(1, ","),
        face(1, glyph(r, t, 20)),
        face(4.5, "English"),
        face(1, "."),
        face(1.5, glyph(r, t, 22)),
      ]),
    );
  if (r.chance(0.6))
    out.unshift(
      make(
        "div",
        "display:flex;height:40px;align-items:center",
        undefined,
        r.times(3, () =>
          make("div", "flex:1;text-align:center;font-size:15px;overflow:hidden;white-space:nowrap", "button", [
            t.words.phrase(1, 1),
          ]),
        ),
      ),
    );
  return make(
    "div",
    `position:absolute;left:0;right:0;bottom:0;z-index:30;direction:ltr;padding-bottom:${r.pick([4, 44, 44])}px;background:${dark ? `hsl(220,8%,${r.int(8, 18)}%)` : r.pick(["#e8eaed", "#d5d8dd", "#f1f0f4"])};color:${dark ? "#eee" : "#222"}`,
    undefined,
    out,
  );
}

/** A dialog, sheet, menu, snackbar, drawer or small menu over the screen. */
export function overlay(r, t, kit, root) {
  const kind = r.weighted({ dialog: 5, sheet: 3, menu: 2.5, snackbar: 1.5, drawer: 1, popover: 0.5 });
  const scrim = () =>
    root.append(
      make("div", `position:absolute;inset:0;z-index:20;background:rgba(0,0,0,${r.real(0.25, 0.75).toFixed(2)})`),
    );
  const box = (css, children) => {
    const e = make(
      "div",
      `position:absolute;z-index:21;overflow:hidden;background:${t.surface};color:${t.on};${css}`,
      undefined,
      children,
    );
    root.append(e);
    return e;
  };
  const W = root.clientWidth;
  if (kind === "dialog") {
    scrim();
    const w = Math.min(W - 2 * r.int(16, 48), 420);
    const e = box(
      `width:${w}px;left:${(W - w) / 2}px;top:${r.int(18, 50)}%;border-radius:${t.radius}px;padding:14px 0;box-shadow:0 6px 20px rgba(0,0,0,.4)`,
      [
        r.chance(0.2)
          ? make("div", `padding:0 ${t.pad}px 8px;display:flex;justify-content:center`, undefined, [
              glyph(r, t, 36, `color:${t.accent}`, "image"),
            ])
          : null,
        r.chance(0.85)
          ? make("div", `padding:4px 22px`, undefined, [text(t, t.words.phrase(1, 4), 20, "font-weight:500")])
          : null,
        r.chance(0.7)
          ? make("div", `padding:6px 22px`, undefined, [text(t, t.words.sentence(), 15, `color:${t.sub}`)])
          : null,
      ],
    );
    if (r.chance(0.4))
      e.append(BLOCKS[r.pick(["form", "choices", "list", "sliders", "picker", "calendar"])](r, t, kit));
    const stack = r.chance(0.35);
    e.append(
      make(
        "div",
        `display:flex;${stack ? "flex-direction:column;" : ""}gap:8px;padding:10px 18px 2px;justify-content:flex-end;${stack && r.chance(0.5) ? "align-items:stretch" : "align-items:flex-end"}`,
        undefined,
        r.times(r.int(1, 3), () =>
          kit.button(t.words.phrase(1, stack ? 3 : 1), {
            look: r.weighted({ text: 5, filled: 2, tonal: 1, outlined: 1 }),
            icon: false,
          }),
        ),
      ),
    );
    e.style.top = `${Math.max(30, (root.clientHeight - e.offsetHeight) * r.real(0.35, 0.6))}px`;
    if (r.chance(0.1))
      root.append(
        make(
          "div",
          `position:absolute;z-index:22;left:0;right:0;display:flex;justify-content:center;top:${e.offsetTop + e.offsetHeight + 16}px;color:#fff`,
          undefined,
          [kit.iconButton({ look: "outlined" })],
        ),
      );
  } else if (kind === "sheet") {
    scrim();
    box(`left:0;right:0;bottom:0;max-height:75%;border-radius:${t.radius}px ${t.radius}px 0 0;padding:8px 0 20px`, [
      r.chance(0.5)
        ? make("div", `width:36px;height:4px;border-radius:4px;background:${t.sub};margin:4px auto 10px`)
        : null,
      ...r.times(r.int(1, 3), () =>
        BLOCKS[r.pick(["list", "list", "icons", "choices", "buttons", "form", "actions", "heading"])](r, t, kit),
      ),
    ]);
  } else if (kind === "menu") {
    const w = r.int(130, 240);
    const x = r.chance(0.7) ? W - w - r.int(2, 20) : r.int(4, W - w);
    box(
      `left:${x}px;top:${r.int(30, 320)}px;width:${w}px;border-radius:${Math.min(t.radius, 16)}px;box-shadow:0 3px 14px rgba(0,0,0,.4);padding:6px 0;border:${t.border ? 1 : 0}px solid ${t.line}`,
      r.times(r.int(2, 7), () =>
        kit.row({
          before: r.chance(0.3) ? glyph(r, t, 20, "", "image") : null,
          title: t.words.phrase(1, 2),
          after: r.chance(0.1) ? [kit.checkbox()] : [],
          height: 44,
        }),
      ),
    );
  } else if (kind === "snackbar") {
    box(
      `left:${r.int(0, 16)}px;right:${r.int(0, 16)}px;bottom:${r.int(0, 100)}px;display:flex;align-items:center;gap:8px;padding:8px 14px;border-radius:${r.int(0, 10)}px;background:${t.dark ? "#ddd" : "#323232"};color:${t.dark ? "#222" : "#fff"}`,
      [
        text(t, t.words.phrase(2, 6), 14, "flex:1"),
        r.chance(0.6) ? kit.button(t.words.phrase(1, 1), { look: "text", icon: false, small: true }) : null,
      ],
    );
  } else if (kind === "drawer") {
    scrim();
    const side = t.rtl ? "right" : "left";
    const e = box(`${side}:0;top:0;bottom:0;width:${r.int(62, 85)}%`, [BLOCKS.profile(r, t, kit)]);
    for (let n = 0; n < 4; n++) e.append(BLOCKS.list(r, t, kit));
  } else {
    box(
      `left:${r.int(10, 60)}px;top:${r.int(80, 400)}px;border-radius:${t.radius}px;display:flex;box-shadow:0 2px 10px rgba(0,0,0,.4);padding:0 6px`,
      r.times(r.int(2, 4), () => kit.button(t.words.phrase(1, 1), { look: "text", small: true, icon: false })),
    );
  }
}
