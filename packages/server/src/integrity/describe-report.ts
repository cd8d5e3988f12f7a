import { DAY_MS } from '@rastro/base';
import type { DatabaseReport } from '@rastro/storage';

/** SQLite repeats itself; the first lines say enough. */
const MOST_LINES = 5;
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Lines about a database; empty = nothing is wrong with it. `nameOf` names a device by its ID. */
export function describeReport(
  report: DatabaseReport,
  nameOf: (deviceId: number) => string,
): readonly string[] {
  const { name, lost, complaints, unreadable, lostArrivals, uncounted, unparsed } = report;
  const more = complaints.length - MOST_LINES;
  return [
    ...(lost === null ? [] : [lost]),
    ...complaints.slice(0, MOST_LINES).map((line) => `${name} is damaged: ${line}`),
    ...(more > 0 ? [`${name} is damaged: ${more} more places`] : []),
    ...unreadable.map(
      ({ table, rows }) => `${name}: ${table} cannot be read to the end; ${rows} rows come before the damage`,
    ),
    ...uncounted.map(
      (table) => `${name}: the index of ${table} is damaged, too: what is lost there cannot be counted`,
    ),
    ...describeLosses(report, nameOf),
    ...(lostArrivals === 0
      ? []
      : [`lost: ${lostArrivals} rows of records that arrived last, up to 128 records each`]),
    ...unparsed.map(
      ({ table, column, rows }) => `${name}: ${column} of ${rows} rows of ${table} cannot be parsed`,
    ),
  ];
}

/** Days that follow each other are one line. */
function describeLosses({ losses }: DatabaseReport, nameOf: (deviceId: number) => string): readonly string[] {
  const runs: { table: string; deviceId: number; from: number; to: number; lost: number; of: number }[] = [];
  for (const { table, deviceId, day, lost, of } of losses) {
    const run = runs.at(-1);
    if (run && run.table === table && run.deviceId === deviceId && run.to === day - 1) {
      run.to = day;
      run.lost += lost;
      run.of += of;
    } else runs.push({ table, deviceId, from: day, to: day, lost, of });
  }
  return runs.map(({ table, deviceId, from, to, lost, of }) => {
    const days = from === to ? `on ${dateOf(from)}` : `from ${dateOf(from)} to ${dateOf(to)}`;
    return `lost: ${lost} of ${of} ${table} of ${nameOf(deviceId)} ${days} (UTC)`;
  });
}

/** Lines that are no damage: rows stay when their device is deleted. */
export const describeStrangers = ({ strangers }: DatabaseReport): readonly string[] =>
  strangers.map(({ table, devices, rows }) => `${rows} rows of ${table} are of ${devices} deleted devices`);
