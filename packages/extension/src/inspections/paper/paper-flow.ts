import { Paper, type TextStyle } from '@rastro/outgoing/papers';

export const MARGIN = 48;
/** Room for the foot of a page. */
const FOOT = 14;
const LEADING = 1.4;

interface Column {
  readonly x: number;
  readonly width: number;
}

/** Content of papers from top to bottom, on as many pages as it needs; what is full is taken away. */
export class PaperFlow {
  readonly paper: Paper;
  readonly width: number;
  y = MARGIN;
  readonly #foot: (page: number) => void;
  readonly #done: Uint8Array[] = [];

  /** @param foot Draws the foot of a page that has begun. */
  constructor(paper: Paper, foot: (page: number) => void) {
    this.paper = paper;
    this.width = paper.width - 2 * MARGIN;
    this.#foot = foot;
    this.#begin();
  }

  #begin(): void {
    this.paper.page();
    this.#foot(this.paper.pages);
    this.y = MARGIN;
  }

  /** Begins another page where so much does not fit any more. */
  need(height: number): void {
    if (this.y + height <= this.paper.height - MARGIN - FOOT) return;
    this.#done.push(this.paper.take());
    this.#begin();
  }

  /** All lines of a text, below each other. */
  paragraph(text: string, { x, width }: Column, style: TextStyle): void {
    const line = style.size * LEADING;
    for (const each of wrapped(this.paper, text, { width, style })) {
      this.need(line);
      this.paper.text(each, { x, y: this.y, width }, style);
      this.y += line;
    }
  }

  heightOf(text: string, width: number, style: TextStyle): number {
    return wrapped(this.paper, text, { width, style }).length * style.size * LEADING;
  }

  async end(): Promise<Uint8Array> {
    return Buffer.concat([...this.#done, this.paper.take(), await this.paper.end()]);
  }
}

/** Lines of whole words; a word that is longer than a line is broken. */
function wrapped(
  paper: Paper,
  text: string,
  { width, style }: { readonly width: number; readonly style: TextStyle },
): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    for (const word of paragraph.split(/\s+/).flatMap((each) => broken(paper, each, { width, style }))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && paper.widthOf(longer, style) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    if (line !== '') lines.push(line);
  }
  return lines;
}

/** Pieces of a word that each fit into a line. */
function broken(
  paper: Paper,
  word: string,
  { width, style }: { readonly width: number; readonly style: TextStyle },
): readonly string[] {
  if (word === '') return [];
  if (paper.widthOf(word, style) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && paper.widthOf(piece + letter, style) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}
