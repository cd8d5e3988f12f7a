import type { Paper, Spot } from '@rastro/outgoing/papers';

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}
interface Chart {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly colour: string;
}
type Place = Required<Pick<Spot, 'x' | 'y' | 'width'>> & { readonly height: number };

const TITLE = { size: 8.5, weight: 'bold' } as const;
const LABEL = { size: 6.5, colour: '#5b6472' } as const;
const TITLE_HEIGHT = 16;
const AXIS_HEIGHT = 12;
const ROW_HEIGHT = 14;

/** Upright bars, one beside the other: days. */
export function drawColumns(
  paper: Paper,
  { title, bars, colour }: Chart,
  { x, y, width, height }: Place,
): void {
  paper.text(title, { x, y, width }, TITLE);
  const max = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const base = y + height - AXIS_HEIGHT;
  const space = base - y - TITLE_HEIGHT - 8;
  const step = width / bars.length;
  const thick = Math.min(step * 0.72, 28);
  // As many labels as fit.
  const widest = Math.max(...bars.map(({ label }) => paper.widthOf(label, LABEL)));
  const every = Math.max(1, Math.ceil((widest + 6) / step));
  const topAt = bars.findIndex(({ value }) => value === max);
  for (const [i, { label, value, text }] of bars.entries()) {
    const tall = (Math.max(0, value) / max) * space;
    const middle = x + step * (i + 0.5);
    if (tall > 0) paper.doc.rect(middle - thick / 2, base - tall, thick, tall).fill(colour);
    if (i % every === 0) spotted(paper, label, { middle, y: base + 3, x, width });
    if (i === topAt) spotted(paper, text, { middle, y: base - tall - 8, x, width });
  }
  paper.doc
    .moveTo(x, base)
    .lineTo(x + width, base)
    .lineWidth(0.5)
    .stroke('#aab1bb');
}

/** Around a middle, within the chart. */
function spotted(
  paper: Paper,
  text: string,
  {
    middle,
    y,
    x,
    width,
  }: { readonly middle: number; readonly y: number; readonly x: number; readonly width: number },
): void {
  const wide = Math.min(paper.widthOf(text, LABEL), width);
  const from = Math.min(Math.max(middle - wide / 2, x), x + width - wide);
  paper.text(text, { x: from, y, width: wide + 0.1 }, LABEL);
}

export const linesHeight = (bars: number): number => TITLE_HEIGHT + bars * ROW_HEIGHT;

/** Horizontal bars, one below the other: vehicles. @param place As many as fit. */
export function drawLines(
  paper: Paper,
  { title, bars, colour }: Chart,
  { x, y, width, height }: Place,
): void {
  paper.text(title, { x, y, width }, TITLE);
  const visible = bars.slice(0, Math.floor((height - TITLE_HEIGHT) / ROW_HEIGHT));
  const max = Math.max(...visible.map(({ value }) => value), Number.MIN_VALUE);
  const names = Math.min(
    width * 0.4,
    Math.max(...visible.map(({ label }) => paper.widthOf(label, LABEL))) + 4,
  );
  const figures = Math.max(...visible.map(({ text }) => paper.widthOf(text, LABEL))) + 4;
  for (const [i, { label, value, text }] of visible.entries()) {
    const at = y + TITLE_HEIGHT + i * ROW_HEIGHT;
    const long = ((width - names - figures) * Math.max(0, value)) / max;
    paper.text(label, { x, y: at + 2, width: names - 4 }, LABEL);
    if (long > 0) paper.doc.rect(x + names, at, long, ROW_HEIGHT - 4).fill(colour);
    paper.text(text, { x: x + names + long + 4, y: at + 2, width: figures }, LABEL);
  }
}
