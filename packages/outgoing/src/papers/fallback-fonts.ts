import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGE = import.meta.resolve('@fontsource/noto-sans/package.json');
export const SUBSETS = [
  'latin',
  'latin-ext',
  'vietnamese',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'devanagari',
] as const;
export type Subset = (typeof SUBSETS)[number];
export type Weight = 'regular' | 'bold';

const fileOf = (name: string): Buffer => readFileSync(fileURLToPath(new URL(name, PACKAGE)));
/** The font for letters that the fonts of every reader of PDF lack. */
export const fontFile = (subset: Subset, weight: Weight): Buffer =>
  fileOf(`files/noto-sans-${subset}-${weight === 'bold' ? 700 : 400}-normal.woff`);

let ranges: ReadonlyMap<Subset, readonly (readonly [number, number])[]> | null = null;
/** Which file of the font has a character; null = none. */
export function subsetOf(codePoint: number): Subset | null {
  ranges ??= readRanges();
  for (const [subset, spans] of ranges)
    if (spans.some(([from, to]) => codePoint >= from && codePoint <= to)) return subset;
  return null;
}

function readRanges(): ReadonlyMap<Subset, readonly (readonly [number, number])[]> {
  const listed: Record<string, unknown> = Object(JSON.parse(fileOf('unicode.json').toString()));
  return new Map(
    SUBSETS.map((subset) => {
      const spans = String(listed[subset])
        .split(',')
        .map((span): readonly [number, number] => {
          const [from = '', to = from] = span.replace('U+', '').split('-');
          return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
        });
      return [subset, spans];
    }),
  );
}
