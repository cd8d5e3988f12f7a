import { ByteReader } from '@rastro/base';
import { asciiOf } from '../ascii.ts';
import { hexOf } from '../hex.ts';
import type { Reading } from './reading.ts';

/** The value of one item: bytes [at, at + size) of a body. */
export class Item {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly size: number;

  constructor(bytes: Uint8Array, at: number, size: number) {
    this.bytes = bytes;
    this.at = at;
    this.size = size;
  }
  /** Big-endian, all bytes of the item or the first `size` of them. */
  unsigned(size: number = this.size): number {
    let value = 0;
    const end = this.at + Math.min(size, this.size);
    for (let at = this.at; at < end; at++) value = value * 256 + (this.bytes[at] ?? 0);
    return value;
  }
  text(): string {
    return asciiOf(this.bytes, this.at, this.at + this.size);
  }
  hex(): string {
    return hexOf(this.bytes, this.at, this.size);
  }
  reader(): ByteReader {
    return new ByteReader(this.bytes.subarray(this.at, this.at + this.size));
  }
}

/** Text without the zeros that pad it and the line end behind it. */
export const trimmed = (content: string): string => content.replaceAll('\0', '').trim();

/** Bytes of a number. */
export type Width = 1 | 2 | 4;

/** Takes an item into the record. */
export type Take = (reading: Reading, item: Item) => void;
export type TakeTable = ReadonlyMap<number, Take>;

/** Units append bytes of their own to an item, so a number has the width of its layout, not that of the item. */
export const number =
  (name: string, width: Width, factor = 1, offset = 0): Take =>
  ({ pending }, item) =>
    pending.set(name, item.unsigned(width) * factor + offset);
/** Divided rather than multiplied, so that decimals come out as devices mean them. */
export const divided =
  (name: string, width: Width, divisor: number): Take =>
  ({ pending }, item) =>
    pending.set(name, item.unsigned(width) / divisor);
export const text =
  (name: string): Take =>
  ({ pending }, item) =>
    pending.set(name, trimmed(item.text()));
export const hexadecimal =
  (name: string): Take =>
  ({ pending }, item) =>
    pending.set(name, item.hex());

interface InnerForm {
  readonly idSize: 1 | 2;
  readonly lengthSize: 1 | 2;
  /** An item that would not end is a stray byte: some readers escape twice. */
  readonly resumes?: boolean;
}

/** Items inside an item: an id and a length of the sizes given, until the bytes end. */
export function readInner(
  reading: Reading,
  { bytes, at, size }: Item,
  table: TakeTable,
  { idSize, lengthSize, resumes = false }: InnerForm,
): void {
  const end = at + size;
  const head = idSize + lengthSize;
  for (let from = at; from + head <= end;) {
    const id = new Item(bytes, from, idSize).unsigned();
    const length = new Item(bytes, from + idSize, lengthSize).unsigned();
    const value = new Item(bytes, from + head, Math.min(length, end - from - head));
    const stray = resumes && value.size < length;
    if (!stray) table.get(id)?.(reading, value);
    from += stray ? 1 : head + length;
  }
}
