import { create, type Font } from 'fontkit';
import { fontFile, subsetOf, type Subset } from '../papers/fallback-fonts.ts';
import type { Outline } from './canvas.ts';

/** Segments of a curve: corners are invisible at these sizes. */
const STEPS = 4;
const fonts = new Map<Subset, Font>();
const fontOf = (subset: Subset): Font => {
  let font = fonts.get(subset);
  if (!font) fonts.set(subset, (font = create(fontFile(subset, 'bold'))));
  return font;
};

/** A letter at a size of 1, with its baseline at 0. */
interface Glyph {
  readonly shapes: readonly Outline[];
  readonly width: number;
}
/** Reading a letter from its font takes longer than drawing it; alphabets have an end. */
const glyphs = new Map<string, Glyph | null>();

export interface Lettering {
  readonly shapes: readonly Outline[];
  readonly widthPx: number;
}

/** A text as outlines, from `x` along the line `y`; letters that the font lacks are left out. */
export function lettering(
  text: string,
  { x, y, sizePx }: { readonly x: number; readonly y: number; readonly sizePx: number },
): Lettering {
  const shapes: Outline[] = [];
  let at = x;
  for (const sign of text) {
    const letter = glyphOf(sign);
    if (letter === null) continue;
    for (const shape of letter.shapes)
      shapes.push(shape.map((value, i) => (i % 2 === 0 ? at : y) + value * sizePx));
    at += letter.width * sizePx;
  }
  return { shapes, widthPx: at - x };
}

function glyphOf(sign: string): Glyph | null {
  let letter = glyphs.get(sign);
  if (letter === undefined) glyphs.set(sign, (letter = readGlyph(sign)));
  return letter;
}

function readGlyph(sign: string): Glyph | null {
  const codePoint = sign.codePointAt(0) ?? 0;
  const subset = subsetOf(codePoint);
  if (subset === null) return null;
  const font = fontOf(subset);
  const glyph = font.glyphForCodePoint(codePoint);
  const shapes: number[][] = [];
  let [penX, penY] = [0, 0];
  const put = (x: number, y: number): void => {
    [penX, penY] = [x, y];
    shapes.at(-1)?.push(x / font.unitsPerEm, -y / font.unitsPerEm);
  };
  for (const { command, args } of glyph.path.commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
    const [fromX, fromY] = [penX, penY];
    if (command === 'moveTo') shapes.push([]);
    if (command === 'moveTo' || command === 'lineTo') put(a, b);
    for (let step = 1; step <= STEPS && command.endsWith('CurveTo'); step++) {
      const t = step / STEPS;
      const u = 1 - t;
      if (command === 'quadraticCurveTo')
        put(u * u * fromX + 2 * u * t * a + t * t * c, u * u * fromY + 2 * u * t * b + t * t * d);
      else
        put(
          u ** 3 * fromX + 3 * u * u * t * a + 3 * u * t * t * c + t ** 3 * e,
          u ** 3 * fromY + 3 * u * u * t * b + 3 * u * t * t * d + t ** 3 * f,
        );
    }
  }
  return { shapes, width: glyph.advanceWidth / font.unitsPerEm };
}
