import type { IdleItem } from '@rastro/fleet';
import type { HistoryRow } from './chronology.ts';
import type { Span } from './track.ts';

/** A vehicle stood with its engine on. */
export interface IdleSpan extends Span {
  readonly deviceId: number;
}
/** One driver drove, and between the drives no other did. */
export interface DriverSpan extends Span {
  readonly name: string;
}

export const idleSpans = (items: readonly IdleItem[]): readonly IdleSpan[] =>
  items.map(({ deviceId, startTime, endTime }) => ({
    deviceId,
    from: Date.parse(startTime) / 1000,
    to: Date.parse(endTime) / 1000,
  }));

/** Drivers of a vehicle, one after another. @param rows Of one vehicle, in order of time. */
export function driverSpans(rows: readonly HistoryRow[]): readonly DriverSpan[] {
  const spans: DriverSpan[] = [];
  for (const row of rows) {
    if (row.kind !== 'trip') continue;
    const name = driverOf(row);
    if (name === '') continue;
    const last = spans.at(-1);
    if (last?.name === name) spans[spans.length - 1] = { ...last, to: row.to };
    else spans.push({ name, from: row.from, to: row.to });
  }
  return spans;
}

export const hasDrivers = (rows: readonly HistoryRow[]): boolean => rows.some((row) => driverOf(row) !== '');

/** The driver's name, or the tracker's code for them; '' = unknown. */
export function driverOf(row: HistoryRow): string {
  if (row.kind !== 'trip') return '';
  const { driverName, driverUniqueId } = row.item;
  return driverName ?? driverUniqueId ?? '';
}
