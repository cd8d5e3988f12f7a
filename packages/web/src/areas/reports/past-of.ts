import { startOfDay } from '../../i18n/zoned-time.ts';
import { historyPath } from '../../kernel/period/history-path.ts';
import { writePeriod } from '../../kernel/period/period.ts';
import type { ReportRow } from './report-row.ts';

/** Where the past of a row is shown: its days, at the moment it began. */
export function pastOf({ deviceId, from, to }: ReportRow, zone: string): string {
  if (from === null) return historyPath(deviceId);
  const end = startOfDay(Math.max(from, to ?? from), zone, 1) - 1;
  const search = writePeriod(new URLSearchParams(), { from: startOfDay(from, zone), to: end });
  search.set('at', String(Math.round(from / 1000)));
  return `${historyPath(deviceId)}&${search.toString()}`;
}
