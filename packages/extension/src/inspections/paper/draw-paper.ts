import { paperPicture } from '@rastro/outgoing/paper-pictures';
import { Paper } from '@rastro/outgoing/papers';
import type {
  InspectionPaper,
  PaperAnswer,
  PaperDefect,
  PaperMark,
  PaperPhoto,
  PaperTone,
} from './inspection-paper.ts';
import { MARGIN, PaperFlow } from './paper-flow.ts';

const GAP = 16;
const QUIET = '#5b6472';
const RULE = '#d5d9e0';
const TONES: Readonly<Record<PaperTone, string>> = {
  good: '#17693a',
  notice: '#6b5600',
  warning: '#9a4a00',
  bad: '#b0201a',
  plain: QUIET,
};
/** Points, at most. */
const LOGO = { width: 150, height: 44 } as const;
const PHOTO = { width: 158, height: 140 } as const;
const SIGNATURE = { width: 158, height: 70 } as const;
/** Pixels of the longer side: 300 dpi where it is drawn. */
const PHOTO_PX = 660;
const CAPTION = 14;

/** As many sheets as it needs. */
export async function drawPaper(content: InspectionPaper): Promise<Uint8Array> {
  const { title, vehicle, brand, colour, number, made, page } = content;
  const paper = new Paper('portrait', { title: `${title} - ${vehicle}`, author: brand });
  const flow = new PaperFlow(paper, (pages) => {
    paper.doc.rect(0, 0, paper.width, 6).fill(colour);
    const place = { x: MARGIN, y: paper.height - MARGIN, width: paper.width - 2 * MARGIN } as const;
    const style = { size: 7.5, colour: QUIET };
    paper.text(`${brand}  ·  ${number}  ·  ${made}`, { ...place, width: place.width - 80 }, style);
    paper.text(page.replace('{n}', String(pages)), { ...place, align: 'right' }, style);
  });
  drawHead(flow, content);
  drawFields(flow, content);
  heading(flow, content.answersTitle);
  for (const answer of content.answers) await drawAnswer(flow, answer, content);
  if (content.defects.length > 0) {
    flow.y += GAP / 2;
    heading(flow, content.defectsTitle);
    for (const each of content.defects) drawDefect(flow, each);
  }
  return flow.end();
}

function drawHead(flow: PaperFlow, { brand, colour, logo, title, vehicle, result }: InspectionPaper): void {
  const { paper, width } = flow;
  const place = { x: MARGIN + width - LOGO.width, y: 30, width: LOGO.width, align: 'right' } as const;
  const logoWidth = logo === null ? 0 : paper.logo(logo, place, LOGO.height);
  const left = logoWidth === 0 ? width : width - logoWidth - GAP;
  paper.text(brand, { x: MARGIN, y: 32, width: left }, { size: 11, weight: 'bold', colour });
  paper.text(`${title} – ${vehicle}`, { x: MARGIN, y: 50, width: left }, { size: 19, weight: 'bold' });
  flow.y = 82;
  drawMark(flow, result, 11);
  flow.y += 22;
}

/** A state in its color, with a bar before it: paper may be black and white, the word says it. */
function drawMark({ paper, y, width }: PaperFlow, { text, tone }: PaperMark, size: number): void {
  paper.doc.rect(MARGIN, y - 2, 3, size + 5).fill(TONES[tone]);
  const style = { size, weight: 'bold', colour: TONES[tone] } as const;
  paper.text(text, { x: MARGIN + 9, y, width: width - 9 }, style);
}

function drawFields(flow: PaperFlow, { fields }: InspectionPaper): void {
  const left = flow.width * 0.26;
  for (const { title, text } of fields) {
    flow.need(GAP);
    const place = { x: MARGIN, y: flow.y, width: left - 8 };
    flow.paper.text(title, place, { size: 9.5, colour: QUIET });
    flow.paragraph(text, { x: MARGIN + left, width: flow.width - left }, { size: 9.5 });
    flow.y += 2;
  }
  flow.y += GAP;
}

function heading(flow: PaperFlow, text: string): void {
  flow.need(60);
  flow.paper.text(text, { x: MARGIN, y: flow.y, width: flow.width }, { size: 11.5, weight: 'bold' });
  flow.y += 18;
  rule(flow);
  flow.y += 7;
}
const rule = ({ paper, y, width }: PaperFlow): void => void paper.doc.rect(MARGIN, y, width, 0.6).fill(RULE);

const QUESTION = { size: 10 } as const;
const GIVEN = { size: 10, weight: 'bold' } as const;
const SMALL = { size: 8.5, colour: QUIET } as const;

async function drawAnswer(flow: PaperFlow, answer: PaperAnswer, content: InspectionPaper): Promise<void> {
  const { question, limits, given, defect, note, photos } = answer;
  const { width } = flow;
  const left = width * 0.6;
  const right = { x: MARGIN + left, width: width - left };
  // A question stays with its answer and first pictures; long texts alone go over to the next page.
  const rest = (defect === null ? 4 : 20) + (note === '' ? rowHeight(photos.slice(0, 3)) : 0);
  flow.need(Math.min(300, flow.heightOf(question, left - GAP, QUESTION) + rest));
  const top = flow.y;
  const page = flow.paper.pages;
  if (given.length <= 60) {
    flow.paper.text(given, { ...right, y: top, align: 'right' }, GIVEN);
    flow.paragraph(question, { x: MARGIN, width: left - GAP }, QUESTION);
  } else {
    flow.paragraph(question, { x: MARGIN, width }, QUESTION);
    flow.paragraph(given, { x: MARGIN, width }, GIVEN);
  }
  if (page === flow.paper.pages) flow.y = Math.max(flow.y, top + QUESTION.size * 1.4);
  if (limits !== '') flow.paragraph(limits, { x: MARGIN, width: left - GAP }, SMALL);
  if (defect !== null) {
    flow.need(16);
    flow.y += 3;
    drawMark(flow, defect, 9);
    flow.y += 14;
  }
  if (note !== '') flow.paragraph(note, { x: MARGIN + 9, width: width - 9 }, { size: 9.5 });
  await drawPhotos(flow, photos, content);
  flow.y += 5;
  rule(flow);
  flow.y += 7;
}

/** Height of the pictures of a row; signatures are low, and what is missing has a name alone. */
const rowHeight = (row: readonly PaperPhoto[]): number =>
  Math.max(
    0,
    ...row.map(({ bytes, isSignature }) => (bytes === null ? 0 : (isSignature ? SIGNATURE : PHOTO).height)),
  );

/** Photos side by side, each with its name; one that is missing has the name alone. */
async function drawPhotos(
  flow: PaperFlow,
  photos: readonly PaperPhoto[],
  { unreadable }: InspectionPaper,
): Promise<void> {
  const gap = (flow.width - 3 * PHOTO.width) / 2;
  for (let first = 0; first < photos.length; first += 3) {
    const row = photos.slice(first, first + 3);
    const most = rowHeight(row);
    flow.need(most + CAPTION + 6);
    flow.y += 6;
    let lowest = 0;
    for (const [index, { name, bytes }] of row.entries()) {
      const place = { x: MARGIN + index * (PHOTO.width + gap), y: flow.y, width: PHOTO.width };
      const height = bytes === null ? 0 : await drawPhoto(flow, bytes, { ...place, height: most });
      const label = bytes !== null && height === 0 ? `${name}: ${unreadable}` : name;
      flow.paper.text(label, { ...place, y: flow.y + height + 3 }, SMALL);
      lowest = Math.max(lowest, height);
    }
    flow.y += lowest + CAPTION;
  }
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** @returns its height; 0 = nobody can read it. */
async function drawPhoto(
  { paper }: PaperFlow,
  bytes: Uint8Array,
  { x, y, width, height }: Place,
): Promise<number> {
  const picture = await paperPicture(bytes, PHOTO_PX);
  if (picture === null) return 0;
  const scale = Math.min(width / picture.width, height / picture.height);
  const size = { width: picture.width * scale, height: picture.height * scale };
  if (!paper.picture(picture.bytes, { x, y, width: size.width }, size.height)) return 0;
  paper.doc.lineWidth(0.6).rect(x, y, size.width, size.height).stroke(RULE);
  return size.height;
}

function drawDefect(flow: PaperFlow, { title, state, steps }: PaperDefect): void {
  flow.need(40);
  flow.paragraph(title, { x: MARGIN, width: flow.width }, { size: 10, weight: 'bold' });
  flow.y += 3;
  drawMark(flow, state, 9);
  flow.y += 15;
  for (const step of steps) flow.paragraph(step, { x: MARGIN + 9, width: flow.width - 9 }, { size: 9 });
  flow.y += 5;
  rule(flow);
  flow.y += 7;
}
