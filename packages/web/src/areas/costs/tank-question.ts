import { foldText } from '@rastro/fleet';
import type { TankRow } from './tank-rows.ts';

/** Groups of outcomes by which rows are narrowed. */
export const TANK_GROUPS = ['suspicious', 'unbilled', 'matches', 'unknown'] as const;
export type TankGroup = (typeof TANK_GROUPS)[number];
export const TANK_SORTS = ['money', 'time', 'name'] as const;
export type TankSort = (typeof TANK_SORTS)[number];

export function groupOf(row: TankRow): TankGroup {
  if (row.kind === 'fill') return row.found.outcome === 'unbilled' ? 'unbilled' : 'unknown';
  const { outcome } = row.check;
  return outcome === 'matches' || outcome === 'unknown' ? outcome : 'suspicious';
}
const timeOf = (row: TankRow): number =>
  row.kind === 'fill' ? row.found.fill.start : Date.parse(row.line.at ?? row.line.from);
const missingIn = (row: TankRow): number => (row.kind === 'fill' ? 0 : row.check.missingCents);
const deviceOf = (row: TankRow) => (row.kind === 'fill' ? row : row.line);
/** Order of rows that cost nothing as far as anybody knows: those to be asked about come first. */
const rankOf = (row: TankRow): number => TANK_GROUPS.indexOf(groupOf(row));
function textOf(row: TankRow): string {
  if (row.kind === 'fill') return row.deviceName;
  const { deviceName, supplier, driverName, document } = row.line;
  return [deviceName, supplier, driverName, document].join(' ');
}

interface TankQuestion {
  readonly text: string;
  readonly group: TankGroup | null;
  readonly deviceId: number;
  readonly sort: TankSort;
  readonly isDown: boolean;
}
/** Rows that a question finds, in its order; of equals the latest first. */
export function foundRows(
  rows: readonly TankRow[],
  { text, group, deviceId, sort, isDown }: TankQuestion,
): readonly TankRow[] {
  const sought = foldText(text);
  const sign = isDown ? -1 : 1;
  const compare = (a: TankRow, b: TankRow): number => {
    if (sort === 'name') return deviceOf(a).deviceName.localeCompare(deviceOf(b).deviceName);
    if (sort === 'time') return timeOf(a) - timeOf(b);
    return missingIn(a) - missingIn(b) || Math.min(rankOf(b), 2) - Math.min(rankOf(a), 2);
  };
  return rows
    .filter(
      (row) =>
        (group === null || groupOf(row) === group) &&
        (deviceId === 0 || deviceOf(row).deviceId === deviceId) &&
        foldText(textOf(row)).includes(sought),
    )
    .toSorted((a, b) => sign * compare(a, b) || timeOf(b) - timeOf(a));
}

export interface TankTotal {
  readonly group: TankGroup;
  readonly count: number;
  readonly cents: number;
}
/** Number of rows by group, and what is missing of the suspicious ones. */
export const tankTotals = (rows: readonly TankRow[]): readonly TankTotal[] =>
  TANK_GROUPS.map((group) => {
    const own = rows.filter((row) => groupOf(row) === group);
    return { group, count: own.length, cents: own.reduce((sum, row) => sum + missingIn(row), 0) };
  });
