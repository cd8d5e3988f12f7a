import { Paper, type Spot, type TextStyle } from '@rastro/outgoing/papers';
import type { ReceiptField, Receipt, Section } from './receipt.ts';

const MARGIN = 48;
const GAP = 20;
const LINE = 15;
const QUIET = '#5b6472';
const RULE = '#d5d9e0';
/** Points, at most. */
const LOGO = { width: 150, height: 44 } as const;
const MAX_LINES = 4;

/** One sheet of paper. */
export async function drawReceipt(receipt: Receipt): Promise<Uint8Array> {
  const { title, number, brand, note, made } = receipt;
  const paper = new Paper('portrait', { title: `${title} - ${number}`, author: brand });
  paper.page();
  const width = paper.width - 2 * MARGIN;
  let y = head(paper, receipt, width);
  y = amount(paper, receipt, { y, width });
  const half = (width - GAP) / 2;
  const ends = receipt.parties.map(({ title: role, lines }, i) => {
    const x = MARGIN + i * (half + GAP);
    paper.text(role, { x, y, width: half }, { size: 8, colour: QUIET });
    return lines.reduce(
      (at, line, first) =>
        paragraph(
          paper,
          line,
          { x, y: at, width: half },
          { size: 10, weight: first === 0 ? 'bold' : 'regular' },
        ),
      y + 14,
    );
  });
  y = Math.max(y, ...ends) + GAP;
  for (const each of receipt.sections) y = section(paper, each, { y, width });
  paragraph(paper, note, { x: MARGIN, y: y + 4, width }, { size: 8.5, colour: QUIET });
  const foot = { x: MARGIN, y: paper.height - MARGIN, width } as const;
  paper.text(`${brand}  ·  ${made}`, foot, { size: 7.5, colour: QUIET });
  paper.text(number, { ...foot, align: 'right' }, { size: 7.5, colour: QUIET });
  const begin = paper.take();
  return Buffer.concat([begin, await paper.end()]);
}

/** @returns where it ends. */
function head(paper: Paper, { brand, colour, logo, title, number }: Receipt, width: number): number {
  paper.doc.rect(0, 0, paper.width, 6).fill(colour);
  const place = { x: MARGIN + width - LOGO.width, y: 30, width: LOGO.width, align: 'right' } as const;
  const logoWidth = logo === null ? 0 : paper.logo(logo, place, LOGO.height);
  const left = logoWidth === 0 ? width : width - logoWidth - GAP;
  paper.text(brand, { x: MARGIN, y: 32, width: left }, { size: 11, weight: 'bold', colour });
  paper.text(title, { x: MARGIN, y: 50, width: left }, { size: 22, weight: 'bold' });
  paper.text(number, { x: MARGIN, y: 80, width: left }, { size: 10, colour: QUIET });
  return 110;
}

function amount(
  paper: Paper,
  { amount: paid, paidOn, colour }: Receipt,
  { y, width }: Pick<Spot, 'y' | 'width'>,
): number {
  const height = 58;
  paper.doc.rect(MARGIN, y, width, height).fill('#f3f4f6');
  paper.doc.rect(MARGIN, y, 3, height).fill(colour);
  const drawText = ({ title, text }: ReceiptField, x: number): void => {
    paper.text(title, { x, y: y + 12, width: width / 2 - GAP }, { size: 8, colour: QUIET });
    paper.text(text, { x, y: y + 27, width: width / 2 - GAP }, { size: 18, weight: 'bold' });
  };
  drawText(paid, MARGIN + 16);
  drawText(paidOn, MARGIN + width / 2 + GAP / 2);
  return y + height + GAP;
}

function section(
  paper: Paper,
  { title, fields, total }: Section,
  { y, width }: Pick<Spot, 'y' | 'width'>,
): number {
  const line = (at: number): void => void paper.doc.rect(MARGIN, at, width, 0.75).fill(RULE);
  paper.text(title, { x: MARGIN, y, width }, { size: 11, weight: 'bold' });
  line(y + 17);
  let at = y + 24;
  for (const each of fields) at = drawField(paper, each, { y: at, width, isAmount: total !== null });
  if (total !== null) {
    line(at + 1);
    const style = { size: 10, weight: 'bold' } as const;
    paper.text(total.title, { x: MARGIN, y: at + 7, width: width / 2 }, style);
    paper.text(total.text, { x: MARGIN + width / 2, y: at + 7, width: width / 2, align: 'right' }, style);
    at += 7 + LINE;
  }
  return at + GAP * 0.75;
}

interface FieldPlace extends Pick<Spot, 'y' | 'width'> {
  readonly isAmount: boolean;
}

/** Amounts are right-aligned, texts follow their titles. */
function drawField(paper: Paper, { title, text }: ReceiptField, { y, width, isAmount }: FieldPlace): number {
  const style = { size: 10 };
  const titleWidth = isAmount ? width * 0.6 : width * 0.3;
  paper.text(title, { x: MARGIN, y, width: titleWidth - 8 }, { ...style, colour: QUIET });
  const place = { x: MARGIN + titleWidth, y, width: width - titleWidth } as const;
  if (!isAmount) return paragraph(paper, text, place, style);
  paper.text(text, { ...place, align: 'right' }, style);
  return y + LINE;
}

/** Lines of whole words; the last one is cut. @returns their lower end. */
function paragraph(paper: Paper, text: string, { x, y, width }: Spot, style: TextStyle): number {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = [lines.at(-1) ?? '', word].join(' ').trim();
    const fits = lines.length > 0 && paper.widthOf(longer, style) <= width;
    if (fits || lines.length === MAX_LINES) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  for (const [i, line] of lines.entries()) paper.text(line, { x, y: y + i * LINE, width }, style);
  return y + lines.length * LINE;
}
