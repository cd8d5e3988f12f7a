import { foldText } from '@rastro/fleet';
import type { TankOutcome } from '@rastro/fleet/costs';
import type { TankRow } from './use-tank-checks.ts';

/** Groups of outcomes by which rows are narrowed. */
export const TANK_GROUPS = ['suspicious', 'matches', 'unknown'] as const;
export type TankGroup = (typeof TANK_GROUPS)[number];
export const TANK_SORTS = ['money', 'time', 'name'] as const;
export type TankSort = (typeof TANK_SORTS)[number];

export const groupOf = (outcome: TankOutcome): TankGroup =>
  outcome === 'matches' || outcome === 'unknown' ? outcome : 'suspicious';
export const timeOf = ({ line }: TankRow): number => Date.parse(line.at ?? line.from);

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
    if (sort === 'name') return a.line.deviceName.localeCompare(b.line.deviceName);
    return sort === 'time' ? timeOf(a) - timeOf(b) : a.check.missingCents - b.check.missingCents;
  };
  return rows
    .filter(({ line, check }) => {
      const { deviceName, supplier, driverName, document } = line;
      return (
        (group === null || groupOf(check.outcome) === group) &&
        (deviceId === 0 || line.deviceId === deviceId) &&
        foldText([deviceName, supplier, driverName, document].join(' ')).includes(sought)
      );
    })
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
    const own = rows.filter(({ check }) => groupOf(check.outcome) === group);
    return {
      group,
      count: own.length,
      cents: own.reduce((sum, { check }) => sum + check.missingCents, 0),
    };
  });
