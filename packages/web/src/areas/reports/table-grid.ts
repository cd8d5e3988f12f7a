import type { ColumnForm, ColumnHead } from './report-row.ts';

/** A column that is shown, and which cell of a row it is. */
export interface ShownColumn {
  readonly head: ColumnHead;
  readonly at: number;
}

/** The least width in px, and its share of what is left. */
const WIDTHS: Partial<Record<ColumnForm, readonly [px: number, share: number]>> = {
  text: [160, 2],
  moment: [158, 0],
  event: [150, 1],
  happening: [170, 2],
  word: [120, 1],
  reason: [130, 1],
  // A sentence: cut after two words it says nothing.
  verdict: [220, 2],
  // "11 h 32 min", and the longest heads of the three languages.
  duration: [114, 1],
  speed: [120, 1],
};
const FIGURE = [98, 1] as const;
const LINK_PX = 40;

/** Those that were chosen, else those that a report shows by itself; the first always, it says whose row it is. */
export function shownColumns(
  columns: readonly ColumnHead[],
  chosen: readonly string[] | null,
): readonly ShownColumn[] {
  return columns
    .map((head, at) => ({ head, at }))
    .filter(
      ({ head, at }) => at === 0 || (chosen === null ? head.isExtra !== true : chosen.includes(head.id)),
    );
}

export interface TableGrid {
  readonly template: string;
  /** Narrower it scrolls sideways. */
  readonly leastPx: number;
}

/** The same for every line, whatever stands in it. */
export function gridOf(columns: readonly ShownColumn[]): TableGrid {
  const widths = columns.map(({ head: { form } }) => WIDTHS[form] ?? FIGURE);
  const tracks = widths.map(([px, share]) => (share === 0 ? `${px}px` : `minmax(${px}px, ${share}fr)`));
  return {
    template: [...tracks, `${LINK_PX}px`].join(' '),
    leastPx: widths.reduce((sum, [px]) => sum + px, LINK_PX),
  };
}
