import { BLOCKS } from "./blocks.mjs";
import { at, glyph, make, picture, text } from "./elements.mjs";
import { drawMap } from "./pictures.mjs";

const fillScreen = (css, kind) => make("div", `position:absolute;inset:0;${css}`, kind);

/** A game: drawn buttons over a picture. */
export function game(r, t, _kit, root) {
  root.append(fillScreen("").appendChild(picture(r, "position:absolute;inset:0", "")));
  const style = {
    depth: r.int(0, 8),
    radius: r.pick([4, 12, 20, 60]),
    edge: r.int(0, 5),
    font: r.pick(["Noto Serif", "DejaVu Sans", "Noto Sans Display", "Roboto"]),
  };
  const button = (words, w, h) => {
    const hue = r.int(0, 360);
    const e = make(
      "div",
      `display:flex;align-items:center;justify-content:center;gap:8px;width:${w}px;height:${h}px;border-radius:${style.radius}px;background:linear-gradient(hsl(${hue},80%,${r.int(55, 70)}%),hsl(${hue},85%,${r.int(30, 50)}%));border:${style.edge}px solid hsl(${hue},60%,${r.pick([20, 90])}%);box-shadow:0 ${style.depth}px 0 hsl(${hue},80%,22%);color:#fff;font:800 ${Math.min(h * 0.45, 28)}px "${style.font}";text-shadow:0 2px 2px rgba(0,0,0,.6);box-sizing:border-box;white-space:nowrap;overflow:hidden`,
      words ? "button" : "iconButton",
      [words || glyph(r, t, Math.min(w, h) * 0.6)],
    );
    return e;
  };
  const W = root.clientWidth;
  const H = root.clientHeight;
  if (r.chance(0.6))
    root.append(
      at(`left:0;right:0;top:${H * r.real(0.1, 0.2)}px;text-align:center`, [
        text(
          t,
          t.words.phrase(1, 2).toUpperCase(),
          r.int(28, 44),
          `font-weight:900;color:#fff;-webkit-text-stroke:1px #000;font-family:"${style.font}"`,
        ),
      ]),
    );
  const stack = make(
    "div",
    `position:absolute;left:0;right:0;top:${H * r.real(0.3, 0.55)}px;display:flex;flex-direction:${r.chance(0.75) ? "column" : "row"};align-items:center;justify-content:center;gap:${r.int(10, 26)}px`,
  );
  const w = r.int(110, Math.max(120, W * 0.7));
  const h = r.int(40, 76);
  stack.append(...r.times(r.int(1, 4), () => button(r.chance(0.85) ? t.words.phrase(1, 1).toUpperCase() : "", w, h)));
  root.append(stack);
  if (r.chance(0.3)) {
    stack.remove();
    const n = r.int(3, 6);
    const cell = Math.floor((W - 40) / n);
    root.append(
      at(
        `left:20px;top:${H * 0.28}px;display:grid;grid-template-columns:repeat(${n},${cell}px)`,
        r.times(n * r.int(3, n), (i) =>
          make("div", `padding:${r.int(2, 4)}px;box-sizing:border-box;height:${cell}px`, undefined, [
            r.chance(0.5) ? button(String(i + 1), cell - 8, cell - 8) : button("", cell - 8, cell - 8),
          ]),
        ),
      ),
    );
  }
  for (const corner of [
    "left:12px;top:36px",
    "right:12px;top:36px",
    "left:16px;bottom:40px",
    "right:16px;bottom:40px",
  ]) {
    const s = r.int(34, 64);
    if (r.chance(0.5))
      root.append(
        at(
          `${corner};display:flex;gap:10px`,
          r.times(r.int(1, 2), () => button("", s, s)),
        ),
      );
  }
  if (r.chance(0.4))
    root.append(
      at(`left:50%;top:36px;color:#fff;background:rgba(0,0,0,.5);padding:4px 12px;border-radius:20px`, [
        text(t, t.words.number(), 16, "color:#fff"),
      ]),
    );
}

/** A map with buttons, pins and a sheet over it. */
export function map(r, t, kit, root) {
  root.append(
    make("div", `position:absolute;inset:0;background:url(${drawMap(r, root.clientWidth, root.clientHeight, t.dark)})`),
  );
  root.append(
    at(`left:0;right:0;top:${r.int(30, 44)}px`, [
      make(
        "div",
        `margin:0 8px;background:${t.surface};border-radius:${t.radius}px;box-shadow:0 2px 6px rgba(0,0,0,.3)`,
        undefined,
        [BLOCKS.search(r, t, kit)],
      ),
      r.chance(0.6) ? BLOCKS.chips(r, t, kit) : null,
    ]),
  );
  root.append(
    at(
      `right:12px;bottom:${r.int(120, 300)}px;display:flex;flex-direction:column;gap:12px`,
      r.times(r.int(1, 4), () => make("div", "", undefined, [kit.fab("")])),
    ),
  );
  for (let i = 0; i < r.int(0, 8); i++) {
    const s = r.int(26, 40);
    root.append(
      make(
        "div",
        `position:absolute;left:${r.int(20, root.clientWidth - 60)}px;top:${r.int(150, root.clientHeight - 200)}px;width:${s}px;height:${s}px;border-radius:50% 50% 50% 0;background:hsl(${r.int(0, 360)},80%,50%);display:flex;align-items:center;justify-content:center;color:#fff`,
        "iconButton",
        [glyph(r, t, s * 0.55)],
      ),
    );
  }
  if (r.chance(0.7)) {
    const sheet = at(
      `left:0;right:0;bottom:0;max-height:45%;overflow:hidden;background:${t.surface};border-radius:${t.radius}px ${t.radius}px 0 0;box-shadow:0 -2px 8px rgba(0,0,0,.3)`,
      [
        BLOCKS[r.pick(["list", "cards", "actions", "profile", "carousel"])](r, t, kit),
        r.chance(0.5) ? BLOCKS.buttons(r, t, kit) : null,
      ],
    );
    root.append(sheet);
  }
}
