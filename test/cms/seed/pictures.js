"use strict";

// Each picture is a function from a point to a color. x increases to the right and y downwards, both from 0 to 1.

const { PI, abs, atan2, cos, floor, hypot, min, sin } = Math;
const parsed = new Map();
const hex = (code) => parsed.get(code) ?? parse(code);
const parse = (code) => {
  const color = [1, 3, 5].map((at) => parseInt(code.slice(at, at + 2), 16));
  parsed.set(code, color);
  return color;
};
const mix = (from, to, part) => from.map((value, index) => value + (to[index] - value) * part);
const clamp = (value) => min(1, Math.max(0, value));
const shade = (from, to) => {
  const [start, end] = [hex(from), hex(to)];
  return (part) => mix(start, end, clamp(part));
};
const speck = (x, y) => abs(sin(x * 127.1 + y * 311.7) * 43758.5453) % 1;

function hills(x, y) {
  const sky = shade("#f6d9b8", "#e98f6a");
  if (hypot(x - 0.7, (y - 0.34) * 0.67) < 0.06) return hex("#fff4dc");
  let colour = sky(y * 1.6);
  for (let layer = 0; layer < 5; layer++) {
    const ridge =
      0.42 + layer * 0.11 + 0.05 * sin(x * (5 + layer) + layer * 2) + 0.02 * sin(x * 17 + layer);
    if (y > ridge) colour = shade("#7d6f93", "#1f2c46")(layer / 4);
  }
  return colour;
}

function waves(x, y) {
  if (y < 0.36) return shade("#dff1f6", "#9fd0e0")(y * 2.6);
  const crest = sin(y * y * 90 + 1.4 * sin(x * 9 + y * 30));
  return crest > 0.86 ? hex("#f3fbfb") : shade("#4aa3b5", "#0e3f5c")((y - 0.36) * 1.5);
}

function pines(x, y) {
  for (let row = 2; row >= 0; row--) {
    const width = 0.05 + row * 0.035;
    const column = floor(x / width + row * 0.4);
    const offset = abs(x / width + row * 0.4 - column - 0.5);
    const foot = 0.62 + row * 0.14;
    const height = 0.16 + 0.14 * speck(column, row) + row * 0.05;
    const up = (foot - y) / height;
    if (up > 0 && up < 1 && offset < (1 - up) * 0.42 * (0.75 + 0.25 * ((up * 5) % 1))) {
      return shade("#7f9bab", "#17323a")(row / 2);
    }
  }
  return y > 0.6 + 0.03 * sin(x * 6)
    ? shade("#eef3f6", "#ffffff")(y)
    : shade("#b9cddb", "#eef2f4")(y * 1.6);
}

function stars(x, y) {
  const horizon = 0.84 + 0.04 * sin(x * 7) + 0.015 * sin(x * 23);
  if (y > horizon) return hex("#05070d");
  const star = speck(floor(x * 240), floor(y * 160));
  if (star > 0.992) return mix(hex("#8fa3d8"), hex("#fff8e4"), (star - 0.992) * 125);
  const band = 1 - clamp(abs(y - 0.15 - x * 0.5) * 4);
  return mix(shade("#0a1030", "#27345f")(y), hex("#6d6f9e"), band * 0.45);
}

function teacup(x, y) {
  const distance = hypot((x - 0.48) * 1.5, y - 0.52);
  const table = mix(hex("#7a5236"), hex("#8f6444"), 0.5 + 0.5 * sin(y * 70 + 3 * sin(x * 3)));
  if (distance < 0.2) return shade("#b5601f", "#6f2f0d")(distance * 5);
  if (distance < 0.23) return hex("#fbfaf5");
  if (abs(y - 0.52) < 0.05 && x > 0.6 && x < 0.7) return hex("#eeece3");
  if (distance < 0.4) return shade("#c9d6d8", "#f4f6f3")((distance - 0.23) * 6);
  return table;
}

function lemons(x, y) {
  const cell = [floor(x * 3), floor(y * 2)];
  const [across, down] = [(x * 3 - cell[0] - 0.5) * 1.0, y * 2 - cell[1] - 0.5];
  const distance = hypot(across, down);
  const turn = atan2(down, across) + cell[0] + cell[1] * 2;
  if (distance > 0.42) return hex((cell[0] + cell[1]) % 2 ? "#2f6f73" : "#38808a");
  if (distance > 0.385) return hex("#f2c417");
  if (distance > 0.35 || distance < 0.03) return hex("#fdf3c9");
  return abs(sin(turn * 4.5)) < 0.1 / distance / 4
    ? hex("#fdf3c9")
    : shade("#f7dd5e", "#eec52b")(distance * 2.5);
}

function tiles(x, y) {
  const [column, row] = [floor(x * 9), floor(y * 6)];
  const [across, down] = [abs(x * 9 - column - 0.5), abs(y * 6 - row - 0.5)];
  if (across > 0.485 || down > 0.485) return hex("#cfd6dd");
  const radius = hypot(across, down);
  const petal = 0.3 + 0.1 * cos(4 * atan2(down, across));
  if (radius < 0.08 || abs(across + down - 0.78) < 0.05) return hex("#2b5cab");
  return radius < petal ? shade("#dfe9f7", "#5d8fd3")(radius * 3) : hex("#f5f3ea");
}

function rings(x, y) {
  const radius = hypot((x - 0.44) * 1.5, y - 0.46);
  const distance = radius * (1 + 0.05 * sin(atan2(y - 0.46, x - 0.44) * 3));
  if (distance > 0.78) return hex("#4a3423");
  const ring = (distance * 34 + 0.8 * sin(distance * 19)) % 1;
  return ring > 0.74 ? hex("#a8733f") : shade("#e6bf87", "#cf9a5c")(distance * 1.3);
}

function railway(x, y) {
  if (y < 0.45)
    return mix(
      shade("#0b1026", "#313a66")(y * 2),
      hex("#f7d58a"),
      hypot(x - 0.5, y - 0.42) < 0.018 ? 1 : 0,
    );
  const depth = (y - 0.45) / 0.55;
  const rail = abs(abs(x - 0.5) - depth * 0.36);
  if (rail < 0.004 + depth * 0.012) return shade("#8d93a8", "#e2e5ee")(depth);
  const sleeper = (1 / (depth + 0.06)) * 2.4;
  return abs(x - 0.5) < depth * 0.46 && sleeper % 1 > 0.55
    ? hex("#4b3a33")
    : shade("#1b2038", "#2b2a33")(depth);
}

function lighthouse(x, y) {
  const tower = 0.022 + (y - 0.3) * 0.05;
  if (y > 0.3 && y < 0.86 && abs(x - 0.3) < tower)
    return hex(floor(y * 16) % 4 < 2 ? "#f4efe6" : "#b8322c");
  if (hypot(x - 0.3, (y - 0.27) * 0.67) < 0.022) return hex("#fff3c2");
  if (y > 0.86 + 0.02 * sin(x * 11)) return hex("#12202b");
  const beam = x > 0.3 && abs(y - 0.27 + (x - 0.3) * 0.12) < (x - 0.3) * 0.14;
  return mix(shade("#1d3550", "#5a7f92")(y), hex("#fff3c2"), beam ? 0.5 * (1.1 - x) : 0);
}

function weave(x, y) {
  const [column, row] = [floor(x * 18), floor(y * 14)];
  const [across, down] = [x * 18 - column - 0.5, y * 14 - row - 0.5];
  const over = (column + row) % 2 === 0;
  const round = over ? abs(down) : abs(across);
  if (round > 0.46) return hex("#3a2717");
  const tone = speck(over ? row : column + 50, 1);
  return mix(shade("#c9975a", "#8d5a2c")(tone), hex("#2e1c0f"), round * round * 2);
}

function moonrise(x, y) {
  const distance = hypot((x - 0.62) * 1.5, y - 0.3);
  if (distance < 0.12)
    return mix(hex("#fdf6e0"), hex("#d9cfae"), 0.3 + 0.3 * sin(x * 60) * cos(y * 47));
  if (y < 0.6)
    return mix(shade("#1c2440", "#6a6f8f")(y * 1.5), hex("#fdf6e0"), clamp(0.3 - distance) * 0.9);
  const glint = abs(x - 0.62) < 0.03 + (y - 0.6) * 0.3 && sin(y * 160 + 4 * sin(x * 40)) > 0.3;
  return glint ? hex("#e8dfc2") : shade("#39456a", "#10162c")((y - 0.6) * 2.5);
}

const picture = (name, paint, alternativeText, caption) => ({
  name,
  paint,
  alternativeText,
  caption,
});

module.exports = [
  picture(
    "hills-at-dusk",
    hills,
    "Ridges of hills behind one another under a low sun",
    "The first ridge is a day's walk away.",
  ),
  picture(
    "open-water",
    waves,
    "Green water with white crests under a pale sky",
    "Force five, and freshening.",
  ),
  picture("first-snow", pines, "Dark pines on a white slope", "It had been forecast for Thursday."),
  picture(
    "night-sky",
    stars,
    "The Milky Way above a black horizon",
    "No moon, no lamps, half past two.",
  ),
  picture(
    "cup-of-tea",
    teacup,
    "A cup of tea on a wooden table, seen from above",
    "Three minutes, not four.",
  ),
  picture(
    "lemon-halves",
    lemons,
    "Six lemon halves on a blue ground",
    "Roll them hard before you cut.",
  ),
  picture(
    "blue-tiles",
    tiles,
    "A wall of blue and white tiles",
    "One of them is turned the wrong way.",
  ),
  picture("growth-rings", rings, "The rings of a felled tree", "The wide ones were wet summers."),
  picture("night-railway", railway, "Rails running towards a single light", "The 21.40, on time."),
  picture(
    "harbour-light",
    lighthouse,
    "A red and white lighthouse throwing a beam over the sea",
    "Four flashes every twenty seconds.",
  ),
  picture("willow-weave", weave, "Close view of woven willow", "Brown, buff and white."),
  picture(
    "moonrise",
    moonrise,
    "A full moon over calm water",
    "High water in an hour and ten minutes.",
  ),
];
