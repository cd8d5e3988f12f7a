import type { ColumnForm, ColumnHead } from './report-row.ts';

/** A column that is shown, and which cell of a row it is. */
export interface VisibleColumn {
  readonly head: ColumnHead;
  readonly at: number;
}

/** The least width in px, and its share of what is left. */
const WIDTHS: Partial<Record<ColumnForm, readonly [px: number, share: number]>> = {
  text: [160, 2],
  name: [160, 2],
  moment: [158, 0],
  event: [150, 1],
  happening: [170, 2],
  drivingEvent: [180, 1],
  word: [120, 1],
  reason: [130, 1],
  // A sentence: cut after two words it says nothing.
  verdict: [220, 2],
  widget: [168, 1],
  figure: [180, 2],
  note: [220, 2],
  // "11 h 32 min", and the longest heads of the three languages.
  duration: [114, 1],
  quantity: [114, 1],
  change: [110, 1],
  speed: [120, 1],
};
const FIGURE = [98, 1] as const;
/** The name of a vehicle or a driver, which leaves room for two figures. */
const PHONE_NAME = [124, 1] as const;
/** The name of a figure is longer, and two figures are narrow. */
const PHONE_FIGURE = [150, 1] as const;
const PHONE_WIDTHS: typeof WIDTHS = { text: PHONE_NAME, name: PHONE_NAME, figure: PHONE_FIGURE };
const LINK_PX = 40;

/** Those that were chosen, else those that a report shows by itself; the first always, it says whose row it is. */
export function visibleColumns(
  columns: readonly ColumnHead[],
  chosen: readonly string[] | null,
): readonly VisibleColumn[] {
  return columns
    .map((head, at) => ({ head, at }))
    .filter(
      ({ head, at }) => at === 0 || (chosen === null ? head.isExtra !== true : chosen.includes(head.id)),
    );
}

/** On a phone two or three columns are in sight: after the first come the main figures of the report. */
export function leadFirst(
  columns: readonly VisibleColumn[],
  lead: readonly string[] | undefined,
): readonly VisibleColumn[] {
  const names =
    lead ??
    columns
      .filter(({ head }) => head.total !== undefined)
      .map(({ head }) => head.id)
      .slice(0, 1);
  const [first, ...others] = columns;
  if (first === undefined) return columns;
  const leading = names.flatMap((id) => others.find(({ head }) => head.id === id) ?? []);
  return [first, ...leading, ...others.filter((visibleColumn) => !leading.includes(visibleColumn))];
}

export interface TableGrid {
  readonly template: string;
  /** Narrower it scrolls sideways. */
  readonly minWidthPx: number;
}

/** The same for every line, whatever stands in it. */
export function gridOf(columns: readonly VisibleColumn[], isPhone = false): TableGrid {
  const widths = columns.map(
    ({ head: { form } }, at) =>
      (isPhone && at === 0 ? PHONE_WIDTHS[form] : undefined) ?? WIDTHS[form] ?? FIGURE,
  );
  const tracks = widths.map(([px, share]) => (share === 0 ? `${px}px` : `minmax(${px}px, ${share}fr)`));
  return {
    template: [...tracks, `${LINK_PX}px`].join(' '),
    minWidthPx: widths.reduce((sum, [px]) => sum + px, LINK_PX),
  };
}
