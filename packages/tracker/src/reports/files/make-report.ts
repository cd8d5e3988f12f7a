import { BYTE_ORDER_MARK, csvWriter } from '@rastro/fleet/sheets';
import { REPORT_KINDS } from '../kinds/registry.ts';
import type { Cell } from './column.ts';
import { joinedParts, PIECE_LENGTH } from './joined-parts.ts';
import type { ReportDevice } from '../request/report-device.ts';
import { reportBlock } from '../request/report-scope.ts';
import { csvRow, csvTitle, formatOf, paperRow, spreadsheetRow } from './sheet-cells.ts';
import { SHEET_LABELS } from './sheet-labels.ts';
import type { ReportSheet } from '../kinds/report-kind.ts';
import type { ReportJob } from '../request/report-job.ts';
import type { Printed, PrintedPage } from '../pdf/make-pdf.ts';
import { readTracks } from '../pdf/map-tracks.ts';
import type { ReportReader } from '../jobs/report-reader.ts';
import { XlsxFile } from '@rastro/outgoing/sheets';

/** A sheet is made whole before it leaves: more rows than this are rejected, not cut. */
const MAX_SHEET_ROWS = 100_000;

export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError';
}

const NOTHING = new Uint8Array(0);

/**
 * Makes a report, piece by piece; an empty piece is a pause in which the thread may receive a stop. Bytes, so that no
 * later step has to encode texts.
 * Each piece of JSON begins with a comma.
 * @throws TooManyRowsError when a sheet would be too long; PdfTooLongError.
 */
export async function* makeReport(reader: ReportReader, job: ReportJob): AsyncGenerator<Uint8Array> {
  if (job.parts !== undefined) {
    for (const text of joinedParts(job, job.parts)) yield Buffer.from(text);
    return;
  }
  if (job.output === 'xlsx') {
    yield* xlsxPieces(reader, job);
    return;
  }
  if (job.output === 'pdf') {
    yield* printedPieces(reader, job);
    return;
  }
  const pieces =
    job.output !== 'json' ? csvPieces(reader, job) : (joinedPieces(reader, job) ?? jsonPieces(reader, job));
  for await (const text of pieces) yield text === '' ? NOTHING : Buffer.from(text);
}

/** Fonts and their tables would be a quarter of the memory of a thread that makes no PDF: they are loaded here. */
async function* printedPieces(reader: ReportReader, job: ReportJob): AsyncGenerator<Uint8Array> {
  const { sections, title } = REPORT_KINDS[job.type];
  const figures = job.print.form === 'standard' ? sections(reader, job) : null;
  if (figures) {
    const { figurePieces } = await import('../pdf/figure-pages.ts');
    yield* figurePieces(job, { name: title[job.reader.language], sections: figures });
    return;
  }
  const { pdfPieces } = await import('../pdf/make-pdf.ts');
  yield* pdfPieces(job, printed(reader, job));
}

async function* jsonPieces(reader: ReportReader, job: ReportJob): AsyncGenerator<string> {
  const { jsonPages } = REPORT_KINDS[job.type];
  let skip = job.page?.offset ?? 0;
  let left = job.page?.limit ?? Infinity;
  let text = '';
  for await (const page of jsonPages(reader, job)) {
    const wanted = page.slice(skip, skip + left);
    skip = Math.max(0, skip - page.length);
    left -= wanted.length;
    // Put together bit by bit: joining a list writes every item twice.
    for (const item of wanted) text += `,${item}`;
    const isFull = text.length >= PIECE_LENGTH;
    yield isFull ? text : '';
    if (isFull) text = '';
    if (left === 0) break;
  }
  yield text;
}

/** Lines that are of several devices; null = they are not. */
function joinedPieces(reader: ReportReader, job: ReportJob): AsyncIterable<string> | null {
  const joined = REPORT_KINDS[job.type].joined(job);
  if (joined === null) return null;
  return (async function* () {
    for await (const answer of joined.of(reader, job)) yield answer ?? '';
  })();
}

async function* csvPieces(reader: ReportReader, job: ReportJob): AsyncGenerator<string> {
  const sheet = sheetOf(job);
  const line = csvWriter(job.reader.language);
  const made = csvRow(sheet.columns);
  yield `${BYTE_ORDER_MARK}${line(sheet.columns.map(csvTitle))}`;
  for await (const rows of rowsOf(reader, job, sheet)) {
    let text = '';
    for (const row of rows) text += line(made(row));
    yield text;
  }
}

async function* xlsxPieces(reader: ReportReader, job: ReportJob): AsyncGenerator<Uint8Array> {
  const sheet = sheetOf(job);
  const columns = sheet.columns.map((column) => {
    const format = formatOf(column, job.reader);
    return {
      ...column,
      total: column.total ?? null,
      ...(format === undefined ? {} : { format }),
    };
  });
  const file = new XlsxFile(
    { name: sheet.name, columns },
    {
      block: reportBlock(job, sheet.name),
      colour: job.print.colour,
      totalTitle: SHEET_LABELS[job.reader.language].total,
    },
  );
  const made = spreadsheetRow(sheet.columns);
  let rows = 0;
  for await (const page of rowsOf(reader, job, sheet)) {
    rows += page.length;
    if (rows > MAX_SHEET_ROWS) throw new TooManyRowsError();
    await file.add(page.map(made));
    yield NOTHING;
  }
  yield await file.end();
}

/** The routes offer no sheet of a report that has none. */
function sheetOf(job: ReportJob): ReportSheet {
  const sheet = REPORT_KINDS[job.type].sheet(job);
  if (sheet === null) throw new Error(`Cannot make a sheet of ${job.type}: it has none`);
  return sheet;
}

function printed(reader: ReportReader, job: ReportJob): Printed {
  const { partedBy, showsTrack } = REPORT_KINDS[job.type];
  const { name, columns, rows, allRows } = sheetOf(job);
  const tracks = showsTrack && job.print.form === 'standard' ? readTracks(reader, job) : null;
  const made = paperRow(columns);
  const pages = async function* (): AsyncGenerator<PrintedPage> {
    if (allRows)
      for await (const page of allRows(reader, byName(job))) yield { device: '', page: page.map(made) };
    else
      for (const device of byName(job))
        for await (const page of rows(reader, device)) yield { device: device.name, page: page.map(made) };
  };
  return { name, columns, parting: partedBy(job), rows: pages(), tracks };
}

async function* rowsOf(
  reader: ReportReader,
  job: ReportJob,
  sheet: ReportSheet,
): AsyncGenerator<readonly Cell[][]> {
  if (sheet.allRows) yield* sheet.allRows(reader, byName(job));
  else for (const device of byName(job)) yield* sheet.rows(reader, device);
}

/** Sheets are for human readers: vehicles are sorted by name, `Van 2` before `Van 10`. */
function byName({ devices, reader }: ReportJob): readonly ReportDevice[] {
  const { compare } = new Intl.Collator(reader.language, { numeric: true });
  return devices.toSorted((a, b) => compare(a.name, b.name) || a.id - b.id);
}
