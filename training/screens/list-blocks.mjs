import { column, glyph, make, picture, text } from "./elements.mjs";

function leading(r, t) {
  const kind = r.weighted({ none: 3, icon: 5, avatar: 2, thumb: 2, disc: 2, number: 0.7 });
  const size = r.int(36, 60);
  if (kind === "icon") return glyph(r, t, r.int(20, 28), `color:${r.chance(0.4) ? t.accent : t.sub}`, "image");
  if (kind === "avatar") return picture(r, `width:${size}px;height:${size}px;border-radius:50%;flex:none`);
  if (kind === "thumb")
    return picture(
      r,
      `width:${size * r.real(1, 1.5)}px;height:${size}px;border-radius:${r.pick([0, 4, 8])}px;flex:none`,
    );
  if (kind === "disc")
    return make(
      "div",
      `flex:none;width:${size * 0.8}px;height:${size * 0.8}px;border-radius:${r.pick([50, 50, 10])}px;background:hsl(${r.int(0, 360)},60%,${r.int(35, 70)}%);color:#fff;display:flex;align-items:center;justify-content:center`,
      "image",
      [r.chance(0.5) ? glyph(r, t, 20) : t.words.word().charAt(0)],
    );
  if (kind === "number") return text(t, String(r.int(1, 30)), 16, `color:${t.sub};width:24px`);
  return null;
}

function trailing(r, t, kit, kind) {
  if (kind === "switch") return [kit.switch()];
  if (kind === "checkbox") return [kit.checkbox()];
  if (kind === "radio") return [kit.radio()];
  if (kind === "chevron") return [glyph(r, t, 20, `color:${t.sub}`, "image")];
  if (kind === "value") return [text(t, t.words.number(), 13, `color:${t.sub};white-space:nowrap`)];
  if (kind === "icons")
    return r.times(r.int(1, 2), () =>
      kit.iconButton({ look: "plain", box: r.pick([32, 40, 44]), size: r.pick([18, 20, 24]), color: t.sub }),
    );
  if (kind === "button")
    return [
      kit.button(t.words.phrase(1, 1), { small: true, icon: false, look: r.pick(["filled", "outlined", "tonal"]) }),
    ];
  return [];
}

const TRAILING = { none: 3, switch: 3, checkbox: 1.3, radio: 1, chevron: 2, value: 2, icons: 2.5, button: 1.5 };

/** Lists of rows. */
export const LIST_BLOCKS = {
  list: (r, t, kit) => {
    const mixed = r.chance(0.35);
    let kind = r.weighted(TRAILING);
    const height = r.int(44, 84);
    const subtitles = r.chance(0.6);
    const lead = r.chance(0.75);
    const touch = r.chance(0.92);
    const rows = r.times(r.int(2, 7), () => {
      if (mixed) kind = r.weighted(TRAILING);
      return kit.row({
        before: lead ? leading(r, t) : null,
        title: t.words.phrase(1, 4),
        sub: subtitles && r.chance(0.85) ? t.words.phrase(2, 9) : "",
        after: trailing(r, t, kit, kind),
        touch,
        height,
      });
    });
    if (!t.grouped) return column("", rows);
    if (r.chance(0.5)) return kit.card(rows, false, `margin:${r.int(4, 10)}px ${t.pad}px`);
    return column(
      `gap:${r.int(4, 12)}px;padding:6px ${t.pad}px`,
      rows.map((row) => {
        row.style.borderRadius = `${t.radius}px`;
        row.style.background = t.surface;
        row.style.boxShadow = t.shadow;
        return row;
      }),
    );
  },
  ranking: (r, t, kit) =>
    column(
      "",
      r.times(r.int(3, 7), (i) =>
        kit.row({
          before: text(t, String(i + 1), 16, `width:22px;color:${t.sub}`),
          title: t.words.phrase(1, 4),
          sub: t.words.phrase(1, 3),
          height: r.int(52, 64),
          after: r.times(r.int(1, 2), () =>
            kit.iconButton({ look: "plain", box: 40, size: r.pick([18, 22]), color: t.sub }),
          ),
        }),
      ),
    ),
  lines: (r, t) =>
    column(
      "",
      r.times(r.int(4, 9), () =>
        make(
          "div",
          `padding:${r.int(8, 12)}px ${t.pad}px;font-size:${15 * t.scale}px;white-space:nowrap;overflow:hidden;${t.dividers ? `border-bottom:1px solid ${t.line};` : ""}`,
          "row",
          [t.words.phrase(1, 6)],
        ),
      ),
    ),
};
