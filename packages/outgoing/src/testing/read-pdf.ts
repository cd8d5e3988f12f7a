import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  readonly pages: number;
  /** Texts on each page in the fonts that every reader has, piece by piece. */
  readonly texts: readonly string[];
  /** Characters that embedded fonts show. */
  readonly embedded: ReadonlySet<string>;
}

/** Reads what our own PDFs hold; any other is beyond it. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString('latin1');
  const texts: string[] = [];
  const embedded = new Set<string>();
  for (const [, head = '', body = ''] of file.matchAll(/obj\n(<<[^]*?>>)\nstream\n([^]*?)\nendstream/g)) {
    if (!head.includes('FlateDecode')) continue;
    const stream = inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    if (stream.includes('begincmap')) for (const letter of mappedTo(stream)) embedded.add(letter);
    else if (stream.includes('TJ')) texts.push(textIn(stream));
  }
  return { pages: [...file.matchAll(/\/Type \/Page\n/g)].length, texts, embedded };
}

const WINDOWS = new TextDecoder('windows-1252');
const textIn = (stream: string): string =>
  [...stream.matchAll(/\[([^\]]*)\] TJ/g)]
    .map(([, operands = '']) =>
      [...operands.matchAll(/<([\da-f]+)>/g)]
        .map(([, hex = '']) => WINDOWS.decode(Buffer.from(hex, 'hex')))
        .join(''),
    )
    .join('\n');

function* mappedTo(cmap: string): Generator<string> {
  for (const [, list = ''] of cmap.matchAll(/\[([^\]]*)\]/g))
    for (const [, hex = ''] of list.matchAll(/<([\da-f]{4})>/g))
      yield String.fromCodePoint(Number.parseInt(hex, 16));
}
