import { Paper } from '@rastro/outgoing/papers';
import type { FigureChangeText, FigureLine, FigureSection } from '../files/figure-section.ts';
import { drawHead, headEnd, scopeLines } from './cover.ts';
import { scopeOf, type PrintJob } from './make-pdf.ts';
import { PDF_LABELS, type PdfLabels } from './pdf-labels.ts';

interface PrintedFigures {
  readonly name: string;
  /** Empty lists are pauses. */
  readonly sections: AsyncIterable<readonly FigureSection[]>;
}
const NOTHING = new Uint8Array(0);

/** Points. */
const MARGIN = 40;
const TOP = 40;
const FOOT = 40;
const HEAD_HEIGHT = 20;
const LINE_HEIGHT = 16;
const NOTE_HEIGHT = 10;
const SECTION_GAP = 11;
const COLUMNS_HEIGHT = 14;
/** Widths of value, compared value and change; the name has the rest. */
const WIDTHS = { value: 96, before: 96, change: 78 } as const;
const GAP = 12;
const ARROW = 5;

const QUIET = '#5b6472';
const RULE = '#d5d9df';
const GOOD = '#1a7f37';
const BAD = '#b42318';
const SMALL = { size: 7, colour: QUIET } as const;
const NOTE = { size: 7.5, colour: QUIET } as const;

/** Figures of an overview as PDF, parted by widgets: a page or two to be read, not searched. */
export async function* figurePieces(
  job: PrintJob,
  { name, sections }: PrintedFigures,
): AsyncGenerator<Uint8Array> {
  const all: FigureSection[] = [];
  for await (const some of sections) {
    all.push(...some);
    yield NOTHING;
  }
  const labels = PDF_LABELS[job.reader.language];
  const paper = new Paper('portrait', { title: name, author: job.print.brand });
  const head = { name, print: job.print, lines: scopeLines({ ...scopeOf(job), labels }) };
  const firstTop = headEnd(head) + 6;
  const pages = pagesOf(all, firstTop, paper.height - FOOT - 10);
  for (const [at, page] of pages.entries()) {
    paper.page();
    if (at === 0) drawHead(paper, head, MARGIN);
    drawPage(paper, page, { y: at === 0 ? firstTop : TOP, labels, colour: job.print.colour });
    drawFoot(paper, job, { labels, page: `${labels.page} ${at + 1}/${pages.length}` });
    yield paper.take();
  }
  yield await paper.end();
}

const lineHeight = ({ note }: FigureLine): number => LINE_HEIGHT + (note === '' ? 0 : NOTE_HEIGHT);
const sectionHeight = ({ lines }: FigureSection): number =>
  HEAD_HEIGHT + lines.reduce((sum, line) => sum + lineHeight(line), 0) + SECTION_GAP;

/** A section stays together; there is always a first page. */
function pagesOf(
  sections: readonly FigureSection[],
  firstTop: number,
  bottom: number,
): readonly (readonly FigureSection[])[] {
  const pages: FigureSection[][] = [[]];
  let left = bottom - firstTop - COLUMNS_HEIGHT;
  for (const section of sections) {
    const height = sectionHeight(section);
    if (height - SECTION_GAP > left && pages.at(-1)?.length !== 0) {
      pages.push([]);
      left = bottom - TOP - COLUMNS_HEIGHT;
    }
    pages.at(-1)?.push(section);
    left -= height;
  }
  return pages;
}

interface PageStyle {
  readonly y: number;
  readonly labels: PdfLabels;
  readonly colour: string;
}

function drawPage(
  paper: Paper,
  sections: readonly FigureSection[],
  { y: top, labels, colour }: PageStyle,
): void {
  if (sections.length === 0) {
    const whole = paper.width - 2 * MARGIN;
    paper.text(labels.nothing, { x: MARGIN, y: top, width: whole }, { size: 10, colour: QUIET });
    return;
  }
  const at = columnsOf(paper);
  paper.text(labels.compared, { x: at.before, y: top, width: WIDTHS.before, align: 'right' }, SMALL);
  paper.text(labels.change, { x: at.change, y: top, width: WIDTHS.change, align: 'right' }, SMALL);
  let y = top + COLUMNS_HEIGHT;
  for (const section of sections) {
    drawSectionHead(paper, section, { y, colour });
    let lineY = y + HEAD_HEIGHT;
    for (const line of section.lines) {
      drawLine(paper, line, lineY);
      lineY += lineHeight(line);
    }
    y += sectionHeight(section);
  }
}

/** Where columns begin. */
const columnsOf = ({ width }: Paper) => {
  const change = width - MARGIN - WIDTHS.change;
  const before = change - GAP - WIDTHS.before;
  const value = before - GAP - WIDTHS.value;
  return { value, before, change, nameWidth: value - GAP - MARGIN };
};

function drawSectionHead(
  paper: Paper,
  { title, when }: FigureSection,
  { y, colour }: Pick<PageStyle, 'y' | 'colour'>,
): void {
  const whole = paper.width - 2 * MARGIN;
  const bold = { size: 10.5, weight: 'bold', colour } as const;
  const written = paper.fit(title, whole * 0.6, bold);
  paper.text(written, { x: MARGIN, y, width: whole * 0.6 }, bold);
  const x = MARGIN + paper.widthOf(written, bold) + 8;
  paper.text(when, { x, y: y + 2.5, width: MARGIN + whole - x }, NOTE);
  rule(paper, y + HEAD_HEIGHT - 4, colour);
}

function drawLine(paper: Paper, { name, value, before, change, note }: FigureLine, y: number): void {
  const at = columnsOf(paper);
  paper.text(name, { x: MARGIN, y: y + 3, width: at.nameWidth }, { size: 9 });
  const spot = { y: y + 2.5, align: 'right' } as const;
  paper.text(value, { ...spot, x: at.value, width: WIDTHS.value }, { size: 10, weight: 'bold' });
  paper.text(before, { ...spot, x: at.before, width: WIDTHS.before }, { size: 9, colour: QUIET });
  if (change) drawChange(paper, change, { x: at.change, y: y + 2.5 });
  // A note may be a sentence: it has the width of the sheet.
  if (note !== '') paper.text(note, { x: MARGIN, y: y + 13.5, width: paper.width - 2 * MARGIN }, NOTE);
  rule(paper, y + lineHeight({ name, value, before, change, note }) - 0.5, RULE);
}

/** Coloured only where a direction is good. The arrow is drawn: not every font has one. */
function drawChange(
  paper: Paper,
  { text, direction, isGood }: FigureChangeText,
  { x, y }: { readonly x: number; readonly y: number },
): void {
  const colour = isGood === null ? QUIET : isGood ? GOOD : BAD;
  const style = { size: 9, colour } as const;
  paper.text(text, { x, y, width: WIDTHS.change, align: 'right' }, style);
  if (direction === 'same') return;
  const right = x + WIDTHS.change - paper.widthOf(text, style) - 3;
  const [top, bottom] = [y + 1.5, y + 1.5 + ARROW];
  const [tip, base] = direction === 'up' ? [top, bottom] : [bottom, top];
  paper.doc.polygon([right - ARROW, base], [right, base], [right - ARROW / 2, tip]).fill(colour);
}

function rule({ doc, width }: Paper, y: number, colour: string): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(width - MARGIN, y)
    .lineWidth(0.5)
    .stroke(colour);
}

function drawFoot(
  paper: Paper,
  job: PrintJob,
  { labels, page }: { readonly labels: PdfLabels; readonly page: string },
): void {
  const y = paper.height - FOOT - 4;
  const width = (paper.width - 2 * MARGIN) / 2;
  const small = { size: 6.5, colour: QUIET };
  const made = `${job.print.brand}  ·  ${labels.madeAt} ${scopeOf(job).madeAt}`;
  paper.text(made, { x: MARGIN, y, width }, small);
  paper.text(page, { x: MARGIN + width, y, width, align: 'right' }, small);
}
