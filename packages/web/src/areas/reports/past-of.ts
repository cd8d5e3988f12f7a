import { startOfDay } from '@rastro/fleet/calendars';
import { historyPath } from '../../kernel/period/history-path.ts';
import { writePeriod } from '../../kernel/period/period.ts';
import type { ReportRow } from './report-row.ts';

const QUARTER_MS = 900_000;

/** Address of the history of a row: its days, at the moment it began. Days are computed once: rows share them. */
export function pastFinder(zone: string): (row: ReportRow) => string {
  const known = new Map<number, readonly [start: number, end: number]>();
  const dayOf = (at: number): readonly [start: number, end: number] => {
    const quarter = Math.floor(at / QUARTER_MS);
    let day = known.get(quarter);
    if (day === undefined) {
      day = [startOfDay(at, zone), startOfDay(at, zone, 1) - 1];
      known.set(quarter, day);
    }
    return day;
  };
  return ({ deviceId, from, to }) => {
    if (from === null) return historyPath(deviceId);
    const [[start], [, end]] = [dayOf(from), dayOf(Math.max(from, to ?? from))];
    const search = writePeriod(new URLSearchParams(), { from: start, to: end });
    search.set('at', String(Math.round(from / 1000)));
    return `${historyPath(deviceId)}&${search.toString()}`;
  };
}
