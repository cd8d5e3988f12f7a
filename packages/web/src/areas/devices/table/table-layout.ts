import { columnOf, FIRST_COLUMNS, HEAD_COLUMN, isColumnId, type ColumnId } from './columns.ts';

/** A column where it stands. */
export interface PlacedColumn {
  readonly id: ColumnId;
  readonly px: number;
}
export type TableLayout = readonly PlacedColumn[];

export const MIN_WIDTH_PX = 64;
export const MAX_WIDTH_PX = 640;
const MAX_COLUMNS = 60;

const placed = (id: ColumnId): PlacedColumn => ({ id, px: columnOf(id).px });
const clamped = (px: number): number => Math.round(Math.min(Math.max(px, MIN_WIDTH_PX), MAX_WIDTH_PX));

/** Parses a stored layout; unknown columns are left out, and the first one is always there. */
export function readLayout(text: string | null): TableLayout {
  const stored = parsed(text);
  const layout = new Map<ColumnId, PlacedColumn>();
  layout.set(HEAD_COLUMN, placed(HEAD_COLUMN));
  for (const entry of stored ?? FIRST_COLUMNS.map((id) => [id, columnOf(id).px])) {
    const [id, px]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof id !== 'string' || !isColumnId(id) || layout.size >= MAX_COLUMNS) continue;
    layout.set(id, typeof px === 'number' && Number.isFinite(px) ? { id, px: clamped(px) } : placed(id));
  }
  return [...layout.values()];
}

function parsed(text: string | null): readonly unknown[] | null {
  if (text === null || text === '') return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    // Written by hand, or by another program: as good as none.
    return null;
  }
}

export const writeLayout = (layout: TableLayout): string =>
  JSON.stringify(layout.map(({ id, px }) => [id, px]));

/** One more at the end, or away; the first stays. */
export function toggled(layout: TableLayout, id: ColumnId): TableLayout {
  if (id === HEAD_COLUMN) return layout;
  return layout.some((each) => each.id === id)
    ? layout.filter((each) => each.id !== id)
    : [...layout, placed(id)];
}

export const resized = (layout: TableLayout, id: ColumnId, px: number): TableLayout =>
  layout.map((each) => (each.id === id ? { id, px: clamped(px) } : each));

/** To the place of another, which goes on towards where it came from; nothing comes before the first. */
export function movedTo(layout: TableLayout, id: ColumnId, target: ColumnId): TableLayout {
  const from = layout.findIndex((each) => each.id === id);
  const to = layout.findIndex((each) => each.id === target);
  const column = layout[from];
  if (column === undefined || from <= 0 || to <= 0) return layout;
  return layout.toSpliced(from, 1).toSpliced(to, 0, column);
}

/** One place to the left (-1) or right (1). */
export function moved(layout: TableLayout, id: ColumnId, by: -1 | 1): TableLayout {
  const at = layout.findIndex((each) => each.id === id);
  const target = layout[at + by];
  return target === undefined ? layout : movedTo(layout, id, target.id);
}
