// The colours of the theme, as the style sheet states them, and the scale of
// weights. The scale grows steadily in lightness (darker with weight on light
// ground, lighter on dark), which every kind of sight can tell apart.

const SHADES = 64;

class Colours {
  constructor(topic) {
    this.range = spread(topic);
    this.read();
  }

  // read takes the colours of the theme in force.
  read() {
    const style = getComputedStyle(document.documentElement);
    const get = name => style.getPropertyValue("--" + name).trim();
    for (const name of ["back", "text", "soft", "faint", "accent", "accent-back", "line", "card", "edge", "glow", "isa", "includes", "synonym", "other", "font"]) {
      this[name] = get(name);
    }
    const stops = get("scale").split(",").map(c => lab(c.trim()));
    this.shades = Array.from({ length: SHADES }, (_, i) => shade(stops, i / (SHADES - 1)));
  }

  // of is the colour of a weight, or null for a concept apart from the topic.
  of(weight) {
    if (!(weight > 0)) return null;
    const { low, high } = this.range;
    const t = high > low ? (weight - low) / (high - low) : 1;
    return this.shades[Math.round(Math.min(Math.max(t, 0), 1) * (SHADES - 1))];
  }
}

// spread is the range of the weights there are, 0 (no path) left out: with the
// paper's tau most weights lie between 0.8 and 1, and on a scale from 0 they
// would all look alike.
function spread(topic) {
  let low = 1, high = 0;
  for (const l of topic?.similarity ?? []) {
    if (l.s <= 0) continue;
    low = Math.min(low, l.s);
    high = Math.max(high, l.s);
  }
  return { low, high };
}

// Colours are mixed in OKLab (B. Ottosson, "A perceptual color space for image
// processing", 2020), where equal steps look equal.
function lab(hex) {
  const [r, g, b] = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function rgb([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const byte = c => Math.round(255 * Math.min(Math.max(c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055, 0), 1));
  return "#" + linear.map(c => byte(c).toString(16).padStart(2, "0")).join("");
}

function shade(stops, t) {
  const at = t * (stops.length - 1), i = Math.min(Math.floor(at), stops.length - 2);
  return rgb(stops[i].map((c, k) => c + (stops[i + 1][k] - c) * (at - i)));
}
