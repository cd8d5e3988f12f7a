import type { Cell } from '../files/column.ts';
import { columnWidths, minWidth, type ColumnMeasure } from './column-layout.ts';
import { isTime } from '../files/column.ts';
import type { Digest } from './digest.ts';
import type { Figures } from './figures.ts';
import { linePlan, pagesOf, type PageCapacity } from './line-plan.ts';
import type { Paper, TextStyle } from '@rastro/outgoing/papers';

/** Style of a table. Points. */
export interface TableStyle {
  readonly size: number;
  readonly pitch: number;
  readonly margin: number;
  readonly hasZebra: boolean;
  readonly colour: string;
  /** Where rows begin on a page of its own, and where they end. */
  readonly top: number;
  readonly bottom: number;
}
interface PlacedColumn {
  readonly index: number;
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly title: readonly string[];
}

const GAP = 6;
const TITLE_LINES = 3;
/** Smaller is not read any more; what is wider then is cut. */
const MIN_SIZE = 5.5;
/** Of the width of a table: how much a name may take in the head of a group. */
const NAME_SHARE = 0.35;
/** Points; by less nobody knows which vehicle it is. */
const MIN_NAME_WIDTH = 110;
const INK = '#1b1f27';
const QUIET = '#5b6472';

/** The rows of a report, placed by hand: each has the same height, so that pages are known before they are drawn. */
export class Table {
  readonly #paper: Paper;
  readonly #digest: Digest;
  readonly #figures: Figures;
  readonly #style: TableStyle;
  readonly #columns: readonly PlacedColumn[];
  readonly #titleLines: number;
  #size: number;

  constructor(
    paper: Paper,
    digest: Digest,
    { figures, style }: { readonly figures: Figures; readonly style: TableStyle },
  ) {
    this.#paper = paper;
    this.#digest = digest;
    this.#figures = figures;
    this.#style = style;
    this.#size = style.size;
    this.#columns = this.#place();
    this.#titleLines = Math.max(...this.#columns.map(({ title }) => title.length));
  }

  get headHeight(): number {
    return this.#titleLines * (this.#size + 1) + 8;
  }

  /** @param firstTop Where it begins on the page under way; null = on a new one. */
  capacity(firstTop: number | null): PageCapacity {
    const { top, bottom, pitch } = this.#style;
    const linesFrom = (y: number): number => Math.max(0, Math.floor((bottom - y - this.headHeight) / pitch));
    const groups = this.#digest.groups.map(({ totals }) => totals.rows);
    const hasHeads = this.#digest.parting !== 'none';
    return {
      groups,
      hasHeads,
      firstLines: firstTop === null ? 0 : linesFrom(firstTop),
      lines: linesFrom(top),
    };
  }
  pages(firstTop: number | null): number {
    return pagesOf(this.capacity(firstTop));
  }

  /**
   * Draws it; a value is given after each page that is full.
   * @param begin Makes a new page with what stands on each.
   * @param totalTitle Of the last line.
   */
  *draw(firstTop: number | null, begin: () => void, totalTitle: string): Generator<void> {
    const { pitch, top } = this.#style;
    const rows = this.#digest.read();
    let y = firstTop ?? top;
    let day: string | null = null;
    let shade = false;
    if (firstTop !== null) y = this.#head(y);
    for (const line of linePlan(this.capacity(firstTop))) {
      if (line.kind === 'page') {
        begin();
        y = this.#head(top);
        yield;
        continue;
      }
      if (line.kind === 'row') {
        const row = rows.next();
        if (row.done) return;
        shade = !shade;
        this.#row(row.value, { y, day, shade });
      } else if (line.kind === 'group') {
        day = this.#digest.groups[line.group]?.day ?? null;
        shade = false;
        this.#groupHead(line.group, y, line.continued);
      } else this.#total(y, totalTitle);
      y += pitch;
    }
  }

  #place(): readonly PlacedColumn[] {
    const { margin } = this.#style;
    const visible = this.#digest.columns
      .map((column, index) => ({ ...column, index }))
      .filter(({ label }) => label !== 'device' || this.#digest.parting === 'none');
    const available = this.#paper.width - 2 * margin - GAP * visible.length;
    let measures = visible.map((column) => this.#measure(column));
    for (
      ;
      this.#size > MIN_SIZE && minWidth(measures) > available;
      measures = visible.map((column) => this.#measure(column))
    )
      this.#size -= 0.5;
    const widths = columnWidths(measures, available);
    let x = margin + GAP / 2;
    return visible.map(({ index }, i) => {
      const width = widths[i] ?? 0;
      const { align = 'left', lines = [] } = measures[i] ?? {};
      const placed = { index, x, width, align, title: lines } as const;
      x += width + GAP;
      return placed;
    });
  }

  #measure({
    index,
    title,
    label,
    kind,
  }: Digest['columns'][number] & { readonly index: number }): ColumnMeasure & {
    readonly align: 'left' | 'right';
    readonly lines: readonly string[];
  } {
    const size = this.#size;
    const measured = (text: string, bold: boolean): number =>
      this.#paper.widthOf(text, { size, weight: bold ? 'bold' : 'regular' });
    const samples = this.#digest.samples;
    // Whatever ends on another day than its own is written longer; the sample may have none.
    const mayBeLong = isTime(kind) && this.#digest.parting === 'days';
    let content = mayBeLong && label === 'end' ? measured(this.#figures.longest, false) : 0;
    let isNumber = false;
    for (const row of samples) {
      const cell = row[index] ?? null;
      isNumber ||= typeof cell === 'number';
      content = Math.max(content, measured(this.#figures.cell(cell, index, this.#digest.dayOf(row)), false));
    }
    const total = this.#digest.totals.at(index);
    if (total !== null) content = Math.max(content, measured(this.#figures.figure(total, index), true));
    const lines = wrapped(title, content, (text) => measured(text, true));
    const canShrink = !isNumber && !isTime(kind);
    const titleWidth = Math.max(...lines.map((each) => measured(each, true)));
    return { content, title: titleWidth, canShrink, align: isNumber ? 'right' : 'left', lines };
  }

  /** @returns where the rows begin. */
  #head(y: number): number {
    const { margin, colour } = this.#style;
    const size = this.#size;
    const { doc, width } = this.#paper;
    doc.rect(margin, y, width - 2 * margin, this.headHeight - 2).fill(colour);
    for (const { x, width: columnWidth, align, title } of this.#columns)
      for (const [i, text] of title.entries()) {
        const down = ((this.#titleLines - title.length) / 2 + i) * (size + 1);
        this.#paper.text(
          text,
          { x, y: y + 4 + down, width: columnWidth, align },
          { size, weight: 'bold', colour: '#ffffff' },
        );
      }
    return y + this.headHeight;
  }

  #row(
    cells: readonly Cell[],
    { y, day, shade }: { readonly y: number; readonly day: string | null; readonly shade: boolean },
  ): void {
    const { margin, pitch, hasZebra } = this.#style;
    const size = this.#size;
    if (hasZebra && shade)
      this.#paper.doc.rect(margin, y - 1, this.#paper.width - 2 * margin, pitch).fill('#f3f4f6');
    for (const { index, x, width, align } of this.#columns) {
      const text = this.#figures.cell(cells[index] ?? null, index, day);
      if (text !== '')
        this.#paper.text(text, { x, y: y + (pitch - size) / 2 - 1, width, align }, { size, colour: INK });
    }
  }

  #groupHead(index: number, y: number, continued: boolean): void {
    const { margin, pitch } = this.#style;
    const size = this.#size;
    const group = this.#digest.groups[index];
    if (!group) return;
    const width = this.#paper.width - 2 * margin;
    this.#paper.doc.rect(margin, y - 1, width, pitch).fill('#dfe4ea');
    let bold: TextStyle = { size, weight: 'bold' };
    const suffix = continued ? `  ${this.#figures.continued}` : '';
    const written = (): string => {
      const rest = width - GAP - this.#paper.widthOf(this.#figures.headOf(group, '') + suffix, bold);
      const available = Math.max(MIN_NAME_WIDTH, Math.min(width * NAME_SHARE, rest));
      const name = this.#paper.fit(group.device, available, bold);
      return `${this.#figures.headOf(group, name)}${suffix}`;
    };
    let text = written();
    // No figure is cut while it can be read smaller.
    while (bold.size > MIN_SIZE && this.#paper.widthOf(text, bold) > width - GAP) {
      bold = { ...bold, size: bold.size - 0.5 };
      text = written();
    }
    const down = y + (pitch - bold.size) / 2 - 1;
    this.#paper.text(text, { x: margin + GAP / 2, y: down, width: width - GAP }, bold);
  }

  #total(y: number, title: string): void {
    const { margin, pitch } = this.#style;
    const size = this.#size;
    const { doc, width } = this.#paper;
    doc
      .moveTo(margin, y - 0.5)
      .lineTo(width - margin, y - 0.5)
      .lineWidth(0.8)
      .stroke(QUIET);
    const down = y + (pitch - size) / 2;
    const first = this.#columns.find(({ index }) => this.#digest.totals.at(index) !== null);
    const end = (first?.x ?? width - margin) - margin - GAP;
    const bold = { size, weight: 'bold' } as const;
    const fits = this.#paper.widthOf(title, bold) <= end;
    const text = fits ? title : title.slice(0, Math.max(0, title.indexOf(':')));
    this.#paper.text(text, { x: margin + GAP / 2, y: down, width: end }, { size, weight: 'bold' });
    for (const { index, x, width: columnWidth, align } of this.#columns) {
      const total = this.#digest.totals.at(index);
      if (total === null) continue;
      this.#paper.text(
        this.#figures.figure(total, index),
        { x, y: down, width: columnWidth, align },
        { size, weight: 'bold' },
      );
    }
  }
}

/** A title on three lines at most, as narrow as they allow but no narrower than the figures below. */
function wrapped(title: string, least: number, measure: (text: string) => number): readonly string[] {
  const words = title.split(' ');
  for (let width = Math.max(least, ...words.map(measure)); ; width *= 1.1) {
    const lines: string[] = [];
    for (const word of words) {
      const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
      if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    if (lines.length <= TITLE_LINES) return lines;
  }
}
