import type { HistoryReader } from '@rastro/storage';
import { csvLine } from '../exports/csv.ts';
import { eventView } from '../views/views.ts';
import { stopItem, stretches, summary, tripItem, type ReportDevice } from './device-reports.ts';
import { combined, eventFilter, eventsOf, geofenceVisits } from './event-reports.ts';
import { positionJson } from './position-json.ts';
import type { ReportJob } from './report-job.ts';
import { sheetFor, type Sheet } from './sheets.ts';
import { writeXlsx } from './xlsx.ts';

/** A sheet is built whole before it leaves: more rows than this are refused, not cut. */
const MAX_SHEET_ROWS = 100_000;
const PAGE_ROWS = 2000;

export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError';
}

/**
 * Makes a report, piece by piece; an empty piece is a pause in which the thread may be told to stop.
 * @throws TooManyRowsError when a sheet would be too long.
 */
export async function* makeReport(
  reader: HistoryReader,
  job: ReportJob,
): AsyncGenerator<string | Uint8Array> {
  if (job.output === 'json') yield* jsonPieces(reader, job);
  else if (job.output === 'csv') yield* csvPieces(reader, job);
  else yield* xlsxPieces(reader, job);
}

async function* jsonPieces(reader: HistoryReader, job: ReportJob): AsyncGenerator<string> {
  let skip = job.page?.offset ?? 0;
  let left = job.page?.limit ?? Infinity;
  for (const device of job.devices) {
    for await (const page of jsonPages(reader, job, device)) {
      const wanted = page.slice(skip, skip + left);
      skip = Math.max(0, skip - page.length);
      left -= wanted.length;
      yield wanted.join();
      if (left === 0) return;
    }
  }
}

async function* jsonPages(
  reader: HistoryReader,
  job: ReportJob,
  device: ReportDevice,
): AsyncGenerator<readonly string[]> {
  if (job.type === 'route') yield* routePages(reader, job, device);
  else
    for await (const page of itemPages(reader, job, device)) yield page.map((item) => JSON.stringify(item));
}

async function* routePages(
  reader: HistoryReader,
  { period, geofenceIds }: ReportJob,
  device: ReportDevice,
): AsyncGenerator<readonly string[]> {
  const [geofenceId] = geofenceIds;
  for await (const page of reader.positions({ deviceId: device.id, ...period, pageSize: PAGE_ROWS })) {
    const wanted =
      geofenceId === undefined
        ? page
        : page.filter((p) => (JSON.parse(p.geofenceIds ?? '[]') as number[]).includes(geofenceId));
    yield wanted.map(positionJson);
  }
}

/** Items of every report but the route, as objects. */
async function* itemPages(
  reader: HistoryReader,
  job: ReportJob,
  device: ReportDevice,
): AsyncGenerator<readonly object[]> {
  const { type, period, daily, geofenceIds, driverNames } = job;
  if (type === 'trips')
    for await (const page of stretches(reader, device, period, 'trip'))
      yield page.map((stretch) => tripItem(device, stretch, driverNames));
  else if (type === 'stops')
    for await (const page of stretches(reader, device, period, 'stop'))
      yield page.map((stretch) => stopItem(device, stretch));
  else if (type === 'summary') yield* summary(reader, device, period, daily);
  else if (type === 'events')
    for await (const page of eventsOf(reader, device, period, eventFilter(job))) yield page.map(eventView);
  else if (type === 'geofences') yield await geofenceVisits(reader, device, period, geofenceIds);
  else yield [await combined(reader, device, period, eventFilter(job))];
}

/** Rows of a sheet: the items of a report, each as the cells of its columns. */
async function* sheetRows(
  reader: HistoryReader,
  job: ReportJob,
  sheet: Sheet,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (const device of job.devices) {
    const pages =
      job.type === 'route'
        ? reader.positions({ deviceId: device.id, ...job.period, pageSize: PAGE_ROWS })
        : itemPages(reader, job, device);
    for await (const page of pages as AsyncIterable<readonly object[]>)
      yield page.map((item) => sheet.columns.map(({ cell }) => cell(item as never, device)));
  }
}
type Cell = string | number | boolean | null;

async function* csvPieces(reader: HistoryReader, job: ReportJob): AsyncGenerator<string> {
  const sheet = sheetFor(job);
  // Spreadsheets take a file without this mark for one of the last century.
  yield `\uFEFF${csvLine(sheet.columns.map(({ title }) => title))}`;
  for await (const rows of sheetRows(reader, job, sheet)) yield rows.map(csvLine).join('');
}

async function* xlsxPieces(reader: HistoryReader, job: ReportJob): AsyncGenerator<string | Uint8Array> {
  const sheet = sheetFor(job);
  const rows: (readonly Cell[])[] = [];
  for await (const page of sheetRows(reader, job, sheet)) {
    for (const row of page) rows.push(row);
    if (rows.length > MAX_SHEET_ROWS) throw new TooManyRowsError();
    yield '';
  }
  yield await writeXlsx(sheet, rows);
}
