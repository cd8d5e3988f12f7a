import { csvLine } from '../exports/csv.ts';
import { REPORT_KINDS } from './kinds/index.ts';
import type { Cell } from './column.ts';
import type { ReportSheet } from './kinds/report-kind.ts';
import type { ReportJob } from './report-job.ts';
import type { ReportReader } from './report-reader.ts';
import { writeXlsx } from './xlsx.ts';

/** A sheet is built whole before it leaves: more rows than this are refused, not cut. */
const MAX_SHEET_ROWS = 100_000;

export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError';
}

/**
 * Makes a report, piece by piece; an empty piece is a pause in which the thread may be told to stop.
 * @throws TooManyRowsError when a sheet would be too long.
 */
export async function* makeReport(reader: ReportReader, job: ReportJob): AsyncGenerator<string | Uint8Array> {
  if (job.output === 'json') yield* jsonPieces(reader, job);
  else if (job.output === 'csv') yield* csvPieces(reader, job);
  else yield* xlsxPieces(reader, job);
}

async function* jsonPieces(reader: ReportReader, job: ReportJob): AsyncGenerator<string> {
  const { jsonPages } = REPORT_KINDS[job.type];
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

async function* csvPieces(reader: ReportReader, job: ReportJob): AsyncGenerator<string> {
  const sheet = sheetOf(job);
  // Spreadsheets take a file without this mark for one of the last century.
  yield `\uFEFF${csvLine(sheet.columns.map(({ title }) => title))}`;
  for await (const rows of rowsOf(reader, job, sheet)) yield rows.map(csvLine).join('');
}

async function* xlsxPieces(reader: ReportReader, job: ReportJob): AsyncGenerator<string | Uint8Array> {
  const sheet = sheetOf(job);
  const rows: (readonly Cell[])[] = [];
  for await (const page of rowsOf(reader, job, sheet)) {
    for (const row of page) rows.push(row);
    if (rows.length > MAX_SHEET_ROWS) throw new TooManyRowsError();
    yield '';
  }
  yield await writeXlsx(sheet, rows);
}

/** The routes offer no sheet of a report that has none. */
function sheetOf(job: ReportJob): ReportSheet {
  const sheet = REPORT_KINDS[job.type].sheet(job);
  if (sheet === null) throw new Error(`Cannot make a sheet of ${job.type}: it has none`);
  return sheet;
}

async function* rowsOf(
  reader: ReportReader,
  { devices }: ReportJob,
  sheet: ReportSheet,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (const device of devices) yield* sheet.rows(reader, device);
}
