import PdfDocument from 'pdfkit';
import { fontFile, SUBSETS, subsetOf, type Weight } from './fallback-fonts.ts';
import { nameUnknown } from './name-unknown.ts';

export interface TextStyle {
  /** Points. */
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
}
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'right' | 'center';
}
type Doc = InstanceType<typeof PdfDocument>;
interface Picture {
  readonly width: number;
  readonly height: number;
}
/** Documented in its handbook, but missing in its types. */
type ReadsPictures = Doc & {
  openImage(bytes: Buffer): Picture;
  image(
    picture: Picture,
    x: number,
    y: number,
    size: { readonly width: number; readonly height: number },
  ): Doc;
};
const readsPictures = (doc: Doc): doc is ReadsPictures => 'openImage' in doc;
interface Run {
  readonly font: string;
  readonly text: string;
}

const STANDARD = { regular: 'Helvetica', bold: 'Helvetica-Bold' } as const;
/** Characters in the fonts that every PDF reader has. @source ISO 32000, WinAnsiEncoding */
const EVERYWHERE = /^[\u0020-\u007E\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
/** Line ends and other controls have no picture. */
const CONTROLS = /\p{Cc}+/gu;
const INK = '#1b1f27';
/** From the top of a text to its baseline: fonts disagree, and two may share a line. */
const ASCENT = 0.72;
const ON_LINE = { lineBreak: false, baseline: 'alphabetic' } as const;

/**
 * The sheets of a PDF, written one after the other: what is full is taken away, so that the whole is never in memory.
 * Texts are one line each, cut where they do not fit.
 */
export class Paper {
  readonly #doc: Doc;
  /** Of each font, letter by letter, at a size of 1. */
  readonly #widths = new Map<string, Map<string, number>>();
  /** Current ink of text; null = something else was drawn since. */
  #ink: string | null = null;
  readonly #known = new Set<string>();
  readonly #fitting = new Map<string, string>();
  #logo: Picture | null | undefined;
  readonly width: number;
  readonly height: number;
  pages = 0;

  constructor(layout: 'portrait' | 'landscape', info: { readonly title: string; readonly author: string }) {
    this.#doc = new PdfDocument({
      size: 'A4',
      layout,
      autoFirstPage: false,
      margin: 0,
      bufferPages: false,
      info: { Title: info.title, Author: info.author, Creator: info.author },
    });
    [this.width, this.height] = layout === 'portrait' ? [595.28, 841.89] : [841.89, 595.28];
  }

  /** For shapes. */
  get doc(): Doc {
    this.#ink = null;
    return this.#doc;
  }

  page(): void {
    this.#ink = null;
    this.#doc.addPage();
    this.pages++;
  }

  /** As large as it fits; what is no picture leaves the place empty. @returns its width. */
  logo(bytes: Uint8Array, { x, y, width, align = 'left' }: Spot, height: number): number {
    const { doc } = this;
    if (!readsPictures(doc)) return 0;
    const picture = this.#picture(doc, bytes);
    if (picture === null) return 0;
    const scale = Math.min(1, width / picture.width, height / picture.height);
    const size = { width: picture.width * scale, height: picture.height * scale };
    doc.image(picture, align === 'right' ? x + width - size.width : x, y + (height - size.height) / 2, size);
    return size.width;
  }

  /** Read once: it is on every page but only once in the file. */
  #picture(doc: ReadsPictures, bytes: Uint8Array): Picture | null {
    if (this.#logo !== undefined) return this.#logo;
    try {
      this.#logo = doc.openImage(Buffer.from(bytes));
    } catch {
      this.#logo = null; // A report is worth more than its logo.
    }
    return this.#logo;
  }

  /** A JPEG or PNG in a place of that width and height; what is none leaves it empty. @returns whether it is there. */
  picture(bytes: Uint8Array, { x, y, width }: Spot, height: number): boolean {
    const { doc } = this;
    if (!readsPictures(doc)) return false;
    try {
      doc.image(doc.openImage(Buffer.from(bytes)), x, y, { width, height });
      return true;
    } catch {
      return false; // A paper is worth more than one of its pictures.
    }
  }

  /** Bytes that are ready; empty = none. */
  take(): Uint8Array {
    const pieces: Uint8Array[] = [];
    for (let piece: unknown = this.#doc.read(); piece instanceof Uint8Array; piece = this.#doc.read())
      pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** The last bytes. */
  async end(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    const ended = new Promise((resolve) => this.#doc.once('end', resolve));
    // The transparency of a logo is compressed separately: it arrives after the rest.
    this.#doc.on('data', (piece: Uint8Array) => void pieces.push(piece));
    this.#doc.end();
    await ended;
    return Buffer.concat(pieces);
  }

  text(text: string, { x, y, width, align = 'left' }: Spot, style: TextStyle): void {
    const fitting = this.fit(text, width, style);
    if (fitting === '') return;
    const spare = align === 'left' ? 0 : width - this.widthOf(fitting, style);
    let at = x + (align === 'center' ? spare / 2 : spare);
    const ink = style.colour ?? INK;
    if (ink !== this.#ink) this.#doc.fillColor(ink);
    this.#ink = ink;
    for (const run of this.#runs(fitting, style.weight ?? 'regular')) {
      this.#use(run.font);
      this.#doc.fontSize(style.size).text(run.text, at, y + style.size * ASCENT, ON_LINE);
      at += this.#runWidth(run) * style.size;
    }
  }

  /** Points. */
  widthOf(text: string, { size, weight = 'regular' }: TextStyle): number {
    let width = 0;
    for (const run of this.#runs(text, weight)) width += this.#runWidth(run);
    return width * size;
  }

  /** A text that does not fit ends in dots. */
  fit(text: string, width: number, style: TextStyle): string {
    const clean = printable(text.replace(CONTROLS, ' ').trim());
    if (this.widthOf(clean, style) <= width + 0.01) return clean;
    const key = `${style.size} ${style.weight ?? ''} ${Math.round(width)} ${clean}`;
    const known = this.#fitting.get(key);
    if (known !== undefined) return known;
    const letters = Array.from(clean);
    let [most, least] = [letters.length, 0];
    while (least < most) {
      const half = (least + most + 1) >> 1;
      const wide = this.widthOf(`${letters.slice(0, half).join('')}…`, style) > width;
      if (wide) most = half - 1;
      else least = half;
    }
    const cut = least === 0 ? '' : `${letters.slice(0, least).join('').trimEnd()}…`;
    if (this.#fitting.size > 2000) this.#fitting.clear();
    this.#fitting.set(key, cut);
    return cut;
  }

  /** A text with a letter that not everybody's fonts have is written whole in one that has it. */
  #runs(text: string, weight: Weight): readonly Run[] {
    if (EVERYWHERE.test(text)) return [{ font: STANDARD[weight], text }];
    const runs: { font: string; text: string }[] = [];
    for (const letter of printable(text)) {
      const subset = subsetOf(letter.codePointAt(0) ?? 0);
      const font = `${subset ?? 'latin'} ${weight}`;
      const last = runs.at(-1);
      if (last?.font === font) last.text += letter;
      else runs.push({ font, text: letter });
    }
    return runs;
  }

  /** Of a run at a size of 1. Letters are measured once. */
  #runWidth({ font, text }: Run): number {
    let widths = this.#widths.get(font);
    if (!widths) this.#widths.set(font, (widths = new Map()));
    let width = 0;
    for (const letter of text) {
      let known = widths.get(letter);
      if (known === undefined) {
        this.#use(font);
        known = this.#doc.fontSize(100).widthOfString(letter) / 100;
        widths.set(letter, known);
      }
      width += known;
    }
    return width;
  }

  #use(font: string): void {
    const [subset, weight] = font.split(' ');
    if (weight !== undefined && !this.#known.has(font)) {
      this.#known.add(font);
      for (const each of SUBSETS)
        if (each === subset)
          this.#doc.registerFont(font, fontFile(each, weight === 'bold' ? 'bold' : 'regular'));
    }
    this.#doc.font(font);
  }
}

const printable = (text: string): string => (EVERYWHERE.test(text) ? text : nameUnknown(text));
