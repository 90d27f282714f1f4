/** Draws an artificial photo: soft blobs, shapes, stripes, noise. Gives a data URL. */
export function drawPicture(r, width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const c = canvas.getContext("2d");
  const colour = (alpha = 1) => `hsla(${r.int(0, 360)},${r.int(0, 90)}%,${r.int(5, 95)}%,${alpha})`;
  const fill = c.createLinearGradient(0, 0, r.real(0, width), height);
  fill.addColorStop(0, colour());
  fill.addColorStop(1, colour());
  c.fillStyle = fill;
  c.fillRect(0, 0, width, height);
  const kind = r.weighted({ photo: 5, shapes: 3, portrait: 2, logo: 2, plain: 1, text: 1 });
  if (kind === "photo" || kind === "portrait") {
    for (let i = 0; i < r.int(8, 40); i++) {
      const x = r.real(0, width);
      const y = r.real(0, height);
      const size = r.real(0.03, 0.5) * width;
      const g = c.createRadialGradient(x, y, 0, x, y, size);
      const tone = [r.int(0, 255), r.int(0, 255), r.int(0, 255)].join(",");
      g.addColorStop(0, `rgba(${tone},${r.real(0.2, 1)})`);
      g.addColorStop(r.real(0.3, 0.95), `rgba(${tone},${r.real(0, 0.6)})`);
      g.addColorStop(1, `rgba(${tone},0)`);
      c.fillStyle = g;
      c.fillRect(0, 0, width, height);
    }
  }
  if (kind === "portrait") {
    c.fillStyle = `hsl(${r.int(10, 40)},${r.int(20, 60)}%,${r.int(30, 80)}%)`;
    c.beginPath();
    c.ellipse(width / 2, height * 0.45, width * 0.18, height * 0.22, 0, 0, 7);
    c.ellipse(width / 2, height, width * 0.38, height * 0.32, 0, 0, 7);
    c.fill();
    c.fillStyle = colour();
    c.beginPath();
    c.ellipse(width / 2, height * 0.3, width * 0.2, height * 0.12, 0, 0, 7);
    c.fill();
  }
  if (kind === "shapes" || kind === "logo") {
    for (let i = 0; i < (kind === "logo" ? r.int(1, 3) : r.int(4, 20)); i++) {
      c.fillStyle = c.strokeStyle = colour(r.real(0.4, 1));
      c.lineWidth = r.real(1, width / 15);
      c.beginPath();
      const x = kind === "logo" ? width / 2 : r.real(0, width);
      const y = kind === "logo" ? height / 2 : r.real(0, height);
      const size = r.real(0.05, 0.35) * width;
      if (r.chance(0.4)) c.arc(x, y, size, 0, r.real(2, 7));
      else if (r.chance(0.5)) c.rect(x - size, y - size * 0.7, size * 2, size * r.real(0.3, 1.5));
      else {
        c.moveTo(x, y - size);
        c.lineTo(x + size, y + size * r.real(0, 1));
        c.lineTo(x - size, y + size * r.real(0, 1));
      }
      if (r.chance(0.7)) c.fill();
      else c.stroke();
    }
  }
  if (kind === "text") {
    c.fillStyle = colour();
    c.font = `bold ${Math.floor(width / r.int(4, 9))}px Roboto`;
    c.textAlign = "center";
    c.fillText(
      r.pick(["SALE", "LIVE", "2026", "Music", "限时优惠", "новое", "HOT"]),
      width / 2,
      height * r.real(0.3, 0.8),
    );
  }
  if (r.chance(0.35)) {
    const data = c.getImageData(0, 0, width, height);
    const amount = r.real(4, 40);
    for (let i = 0; i < data.data.length; i += 4) {
      const n = (r.next() - 0.5) * amount;
      for (let k = 0; k < 3; k++) data.data[i + k] += n;
    }
    c.putImageData(data, 0, 0);
  }
  return canvas.toDataURL("image/jpeg", 0.8);
}

/** Draws an artificial map as tall as a phone. */
export function drawMap(r, width, height, dark) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const c = canvas.getContext("2d");
  c.fillStyle = dark ? "#242f3e" : r.pick(["#e8e6e1", "#f2efe9", "#eef0ee"]);
  c.fillRect(0, 0, width, height);
  for (let i = 0; i < r.int(3, 12); i++) {
    c.fillStyle = r.pick(dark ? ["#263c3f", "#17263c", "#2b3544"] : ["#c8e6c9", "#aadaff", "#dfe3d8", "#f5e6c8"]);
    c.beginPath();
    const x = r.real(0, width);
    const y = r.real(0, height);
    for (let k = 0; k < 7; k++) c.lineTo(x + r.real(-120, 120), y + r.real(-120, 120));
    c.fill();
  }
  for (let i = 0; i < r.int(10, 40); i++) {
    c.strokeStyle = dark ? r.pick(["#38414e", "#746855"]) : r.pick(["#fff", "#fff", "#ffe082", "#d0d0d0"]);
    c.lineWidth = r.real(1, 9);
    c.beginPath();
    c.moveTo(r.real(-50, width), r.real(-50, height));
    for (let k = 0; k < 3; k++) c.lineTo(r.real(-50, width + 50), r.real(-50, height + 50));
    c.stroke();
  }
  c.fillStyle = dark ? "#9ca5b3" : "#555";
  for (let i = 0; i < r.int(4, 20); i++) {
    c.font = `${r.int(8, 14)}px Roboto`;
    c.fillText(
      r.pick(["Park", "Main St", "Museum", "Station", "Lake", "улица", "中央公園", "School"]),
      r.real(0, width),
      r.real(0, height),
    );
  }
  return canvas.toDataURL("image/jpeg", 0.85);
}
