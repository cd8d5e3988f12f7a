import { MAX_CARD_CELLS, MAX_CARD_WIDTH } from './card-file.ts';

/** Cells of a row whose columns have fixed widths; what stands behind them is nobody's. */
export function fixedCells(line: string, widths: readonly number[]): readonly string[] {
  let at = 0;
  return widths.map((width) => line.slice(at, (at += width)).trim());
}

/** Widths as they are typed, such as `10, 30, 8`; null = they are none. */
export function readWidths(text: string): readonly number[] | null {
  const parts = text.split(/[\s,;+]+/).filter((part) => part !== '');
  const widths = parts.map(Number);
  const isGood = widths.every((width) => Number.isInteger(width) && width >= 1 && width <= MAX_CARD_WIDTH);
  return isGood && widths.length > 0 && widths.length <= MAX_CARD_CELLS ? widths : null;
}

/** Lines by which widths are guessed. */
const LOOKED_AT = 50;
const LEAST_LENGTH = 20;
/** Of the lines, so many have the same length: header and trailer may be shorter. */
const SAME_SHARE = 0.5;
const lengthOf = (line: string): number => line.trimEnd().length;

/** Length of most lines of a file without separators; null = it has some, or its lines differ. */
export function fixedLength(lines: readonly string[]): number | null {
  const looked = lines.filter((line) => line.trim() !== '').slice(0, LOOKED_AT);
  if (looked.length === 0 || looked.filter((line) => /[;\t]/.test(line)).length * 2 > looked.length)
    return null;
  const counts = Map.groupBy(looked, ({ length }) => length);
  const [length, same] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [0, []];
  return length >= LEAST_LENGTH && same.length >= looked.length * SAME_SHARE && same.length > 1
    ? length
    : null;
}

/** Widths of columns that blanks part in all lines of the usual length; columns that touch are one. */
export function guessWidths(lines: readonly string[]): readonly number[] {
  const length = fixedLength(lines) ?? Math.max(0, ...lines.slice(0, LOOKED_AT).map(lengthOf));
  const looked = lines.filter((line) => line.length === length).slice(0, LOOKED_AT);
  const isBlank = (at: number): boolean => looked.every((line) => line.charAt(at) === ' ');
  const starts = Array.from({ length }, (_, at) => at).filter(
    (at) => at === 0 || (isBlank(at - 1) && !isBlank(at)),
  );
  return starts.slice(0, MAX_CARD_CELLS).map((at, column) => (starts[column + 1] ?? length) - at);
}
