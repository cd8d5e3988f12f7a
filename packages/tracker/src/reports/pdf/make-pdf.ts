import { zoneText, type Language } from '@rastro/fleet';
import { shortMoment } from '../../exports/moment-text.ts';
import { devicesText, periodText } from '../request/report-scope.ts';
import type { Parting, ReportSheet } from '../kinds/report-kind.ts';
import type { ReportJob } from '../request/report-job.ts';
import { narrowedText } from '../request/narrowed-text.ts';
import { drawCover, scopeLines, type CoverFields } from './cover.ts';
import { Digest } from './digest.ts';
import { Figures } from './figures.ts';
import { Paper } from '@rastro/outgoing/papers';
import { PdfTooLongError } from './pdf-too-long-error.ts';
import { PDF_LABELS } from './pdf-labels.ts';
import { Table, type TableStyle } from './table.ts';
import type { MapTracks } from './map-tracks.ts';
import type { Rows } from './row-spool.ts';
import type { ReportDevice } from '../request/report-device.ts';

/** More pages than anybody turns; as a spreadsheet they can be searched. */
const MAX_ROWS = 200_000;
const NOTHING = new Uint8Array(0);
/** Points; of the dense form, and of the other. */
const DENSE_MARGIN = 23;
const MARGIN = 40;
/** Height of a logo in the line above a table. */
const LINE_LOGO = 14;

/** For whom and about what a report is printed. */
export type PrintJob = Pick<
  ReportJob,
  'type' | 'period' | 'compared' | 'hours' | 'eventTypes' | 'reader' | 'print'
> & {
  readonly devices: readonly Pick<ReportDevice, 'name'>[];
};
/** Rows of one vehicle. */
export interface PrintedPage {
  readonly device: string;
  readonly page: Rows;
}
/** Content to print. */
export interface Printed {
  readonly name: string;
  readonly columns: ReportSheet['columns'];
  readonly parting: Parting;
  readonly rows: AsyncIterable<PrintedPage>;
  /** The last is shown; null = no map, or a pause. */
  readonly tracks: AsyncIterable<MapTracks | null> | null;
}

/**
 * A report as PDF, page by page as the reader takes it; an empty piece is a pause. Its rows are read once and stored
 * compactly.
 * @throws PdfTooLongError with how many rows it would have.
 */
export async function* pdfPieces(job: PrintJob, printed: Printed): AsyncGenerator<Uint8Array> {
  const digest = new Digest(printed);
  for await (const { device, page } of printed.rows) {
    if (digest.rows + page.length > MAX_ROWS) digest.count(page.length);
    else for (const row of page) digest.add(row, device);
    yield NOTHING;
  }
  if (digest.rows > MAX_ROWS) throw new PdfTooLongError(digest.rows);
  let tracks: MapTracks | null = null;
  for await (const found of printed.tracks ?? []) {
    tracks = found;
    yield NOTHING;
  }
  yield* print(digest, job, { name: printed.name, tracks });
}

async function* print(
  digest: Digest,
  job: PrintJob,
  { name, tracks }: Pick<CoverFields, 'name' | 'tracks'>,
): AsyncGenerator<Uint8Array> {
  const { form, brand, colour } = job.print;
  const isDense = form === 'table';
  const language: Language = job.reader.language;
  const labels = PDF_LABELS[language];
  const paper = new Paper(isDense ? 'landscape' : 'portrait', { title: name, author: brand });
  const figures = new Figures(digest, labels, job.reader);
  const fields = {
    name,
    tracks,
    labels,
    figures,
    digest,
    print: job.print,
    units: job.reader,
    ...scopeOf(job),
  };
  const style = isDense ? denseStyle(paper, colour) : standardStyle(paper, colour);
  const table = new Table(paper, digest, { figures, style });
  let pageCount = 0;
  const page = (): void => {
    paper.page();
    foot(paper, fields, { style, pageCount });
    if (isDense || paper.pages > 1) line(paper, fields, style);
  };
  // The cover is drawn on a sheet that nobody takes first: what stands below it decides how many pages there are.
  const coverEnd = isDense ? null : drawCover(rehearsal(name, brand), fields, MARGIN);
  const minimum = table.headHeight + style.pitch * 6;
  const firstTop = coverEnd !== null && coverEnd + minimum < style.bottom ? coverEnd : null;
  pageCount = (isDense ? 0 : 1) + table.pages(firstTop);
  if (!isDense) {
    page();
    drawCover(paper, fields, MARGIN);
    if (firstTop === null) yield paper.take();
  }
  const total =
    digest.rows === 0 ? labels.nothing : `${labels.total}: ${labels.rowCount} ${figures.count(digest.rows)}`;
  for (const _full of table.draw(firstTop, page, total)) yield paper.take();
  yield await paper.end();
}

const rehearsal = (title: string, author: string): Paper => {
  const paper = new Paper('portrait', { title, author });
  paper.page();
  return paper;
};

const denseStyle = ({ height }: Paper, colour: string): TableStyle => ({
  size: 7,
  pitch: 10,
  margin: DENSE_MARGIN,
  hasZebra: false,
  colour,
  top: DENSE_MARGIN + 14,
  bottom: height - DENSE_MARGIN - 12,
});
const standardStyle = ({ height }: Paper, colour: string): TableStyle => ({
  size: 7.5,
  pitch: 13,
  margin: MARGIN,
  hasZebra: true,
  colour,
  top: MARGIN + 18,
  bottom: height - MARGIN - 14,
});

export function scopeOf(job: PrintJob): Pick<CoverFields, 'period' | 'compared' | 'scope' | 'madeAt'> {
  const { period, compared, devices, reader, print } = job;
  return {
    period: [
      periodText(period, reader),
      zoneText(reader.zone, reader.language, period.from),
      narrowedText(job),
    ]
      .filter((part) => part !== '')
      .join(' · '),
    compared: compared && periodText(compared, reader),
    scope: devicesText(devices),
    madeAt: shortMoment(reader)(print.madeAt),
  };
}

/** One line above a table: name, period and scope. */
function line(paper: Paper, fields: CoverFields, style: TableStyle): void {
  const { name, print } = fields;
  const { margin, colour } = style;
  const whole = paper.width - 2 * margin;
  const y = margin - 2;
  const logo = print.logo ? paper.logo(print.logo, { x: margin, y: y - 3, width: 60 }, LINE_LOGO) : 0;
  const own = { size: 9, weight: 'bold', colour } as const;
  let x = margin + (logo === 0 ? 0 : logo + 6);
  const brand = paper.fit(print.brand, whole * 0.2, own);
  paper.text(brand, { x, y, width: whole * 0.2 }, own);
  x += paper.widthOf(brand, own) + 8;
  const bold = { size: 9, weight: 'bold' } as const;
  const title = paper.fit(name, whole * 0.3, bold);
  paper.text(title, { x, y, width: whole * 0.3 }, bold);
  x += paper.widthOf(title, bold) + 12;
  const text = scopeLines(fields).join('   ·   ');
  const spot = { x, y: margin, width: margin + whole - x, align: 'right' } as const;
  paper.text(text, spot, { size: 7, colour: '#5b6472' });
}

function foot(
  paper: Paper,
  { labels, madeAt, print: { brand }, figures }: CoverFields,
  { style, pageCount }: { readonly style: TableStyle; readonly pageCount: number },
): void {
  const y = paper.height - style.margin - 4;
  const width = (paper.width - 2 * style.margin) / 2;
  const small = { size: 6.5, colour: '#5b6472' };
  paper.text(`${brand}  ·  ${labels.madeAt} ${madeAt}`, { x: style.margin, y, width }, small);
  const number = `${labels.page} ${figures.count(paper.pages)}/${figures.count(pageCount)}`;
  paper.text(number, { x: style.margin + width, y, width, align: 'right' }, small);
}
