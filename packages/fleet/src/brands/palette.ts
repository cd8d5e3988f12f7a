/** A color of sRGB in OKLCH: colors that look equally light have the same lightness. @source Björn Ottosson, "Oklab" */
interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  /** Radians. */
  readonly hue: number;
}
type Triple = readonly [number, number, number];

/** Colors derived from one color for light or dark pages. */
export interface Palette {
  /** Surfaces of the brand: filled buttons, chosen things. */
  readonly fill: string;
  /** Text on them. */
  readonly onFill: string;
  /** Text and icons of the brand on the page. */
  readonly text: string;
  /** Contrast of both, as defined by WCAG. */
  readonly contrast: { readonly onFill: number; readonly text: number };
}

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const DARK_TEXT = '#14181f';
const LIGHT_TEXT = '#ffffff';
/** Surfaces behind text of the brand; the darkest of light pages, the lightest of dark ones. */
const PAGE = { light: '#f4f5f7', dark: '#1c2027' } as const;
/** WCAG 2.2 AA: text, and parts of controls. */
const AA_TEXT = 4.5;
const AA_PART = 3;
const STEP = 0.01;

export const isBrandColor = (value: unknown): value is string => typeof value === 'string' && HEX.test(value);

/** Both palettes of one color, moved lighter or darker as far as reading them needs, and no further. */
export function palettesOf(color: string): { readonly light: Palette; readonly dark: Palette } {
  return { light: paletteOn(color, 'light'), dark: paletteOn(color, 'dark') };
}

function paletteOn(color: string, scheme: keyof typeof PAGE): Palette {
  const page = PAGE[scheme];
  const away = scheme === 'light' ? -STEP : STEP;
  const seen = moved(color, away, (next) => contrastOf(next, page) >= AA_PART || scheme === 'light');
  // Between black and white text there is a gap where neither is AA on our dark gray: a step out of it is enough.
  const fill = moved(seen, away, (next) => contrastOf(next, textOn(next)) >= AA_TEXT);
  const text = moved(fill, away, (next) => contrastOf(next, page) >= AA_TEXT);
  const onFill = textOn(fill);
  return {
    fill,
    onFill,
    text,
    contrast: { onFill: contrastOf(fill, onFill), text: contrastOf(text, page) },
  };
}

/** White or near black, whichever reads better on `color`. */
export const textOn = (color: string): string =>
  contrastOf(color, LIGHT_TEXT) >= contrastOf(color, DARK_TEXT) ? LIGHT_TEXT : DARK_TEXT;

/** @returns 1 to 21. @source WCAG 2.2, contrast ratio */
export function contrastOf(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Returns the first of ever lighter or darker colors that passes; hue is preserved, chroma as far as it can be
 * displayed.
 */
function moved(color: string, step: number, isGood: (color: string) => boolean): string {
  const { lightness, ...rest } = oklchOf(color);
  let next = color;
  for (let at = lightness + step; !isGood(next) && at > -STEP && at < 1 + STEP; at += step) {
    next = hexOf({ ...rest, lightness: Math.min(1, Math.max(0, at)) });
  }
  return next;
}

function luminance(color: string): number {
  const [red, green, blue] = linearOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearOf(color: string): Triple {
  const [, red = '0', green = '0', blue = '0'] = HEX.exec(color) ?? [];
  const linear = (channel: string): number => {
    const value = Number.parseInt(channel, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [linear(red), linear(green), linear(blue)];
}

function oklchOf(color: string): Oklch {
  const [red, green, blue] = linearOf(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** Of a color that no screen shows, the one with less chroma that it does. */
function hexOf(color: Oklch): string {
  let { chroma } = color;
  while (chroma > 0.001 && !rgbOf({ ...color, chroma }).every(isInGamut)) chroma *= 0.97;
  const channels = rgbOf({ ...color, chroma }).map((value) => {
    const linear = Math.min(1, Math.max(0, value));
    const encoded = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
const isInGamut = (channel: number): boolean => channel >= -0.0005 && channel <= 1.0005;

function rgbOf({ lightness, chroma, hue }: Oklch): Triple {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
