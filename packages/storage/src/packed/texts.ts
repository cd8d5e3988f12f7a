import type { ByteSource } from './byte-source.ts';
import type { ByteWriter } from './byte-writer.ts';
import { damaged } from './damaged.ts';
import { readNumbers, skipNumbers, writeNumbers } from './numbers.ts';

/** Texts, each once: their lengths, then all of them in one piece. They are JSON, so every one is well-formed. */
export function writeTexts(writer: ByteWriter, texts: readonly string[]): void {
  writer.varint(texts.length);
  for (const text of texts) writer.varint(text.length);
  const bytes = Buffer.from(texts.join(''));
  writer.varint(bytes.length);
  writer.append(bytes);
}

export function readTexts(source: ByteSource): readonly string[] {
  const lengths = Array.from({ length: source.count(source.left) }, () => source.varint());
  const all = source.take(source.varint()).toString();
  let at = 0;
  const texts = lengths.map((length) => all.slice(at, (at += length)));
  if (at !== all.length) throw damaged('texts of another length');
  return texts;
}

function skipTexts(source: ByteSource): void {
  for (let left = source.count(source.left); left > 0; left--) source.varint();
  source.take(source.varint());
}

/** Column of texts that repeat: each text once, and of each row which. */
export function writeTextColumn(writer: ByteWriter, values: readonly string[]): void {
  const places = new Map<string, number>();
  const column = new Float64Array(values.length);
  let last: string | null = null;
  let place = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? '';
    if (value !== last) {
      place = places.get(value) ?? places.size;
      places.set(value, place);
      last = value;
    }
    column[i] = place;
  }
  writeTexts(writer, [...places.keys()]);
  writeNumbers(writer, column);
}

/** @param convert Applied to the JSON of each text once: rows with the same text share its result. */
export function readTextColumn<T>(source: ByteSource, count: number, convert: (json: string) => T): T[] {
  const texts = convertTexts(source, convert);
  return Array.from(readNumbers(source, count), (place) => {
    const value = texts[place];
    if (value === undefined) throw damaged('a text that is not there');
    return value;
  });
}

/** @throws StorageError DAMAGED when one of them is no JSON. */
export function convertTexts<T>(source: ByteSource, convert: (json: string) => T): T[] {
  const texts = readTexts(source);
  try {
    return texts.map(convert);
  } catch (cause) {
    throw damaged(cause instanceof Error ? cause.message : String(cause));
  }
}

export function skipTextColumn(source: ByteSource, count: number): void {
  skipTexts(source);
  skipNumbers(source, count);
}
