import type { SinkValue, StateSink } from './state-sink.ts';

// The same lists as JSON would have, in a third of the characters and without intermediate objects: a watch is written
// with each record of each device. Plain characters without quotes or backslashes, so that JSON around it takes it
// unchanged.

const LOWEST = 35;
const BACKSLASH = 92;
/** Six bits to a letter: from `#` on, without the backslash. */
const ALPHABET = Uint8Array.from({ length: 91 }, (_, bits) =>
  bits + LOWEST < BACKSLASH ? bits + LOWEST : bits + LOWEST + 1,
);
const bitsOf = (code: number): number => (code < BACKSLASH ? code - LOWEST : code - LOWEST - 1);

// The character before a value gives its type and length.
const OPEN = 0;
const CLOSE = 1;
const MAP = 2;
const NULL = 3;
const TRUE = 4;
const FALSE = 5;
const ZERO = 6;
const FLOAT = 7;
const TEXT = 8;
/** And so on, for one to nine letters each. */
const WHOLE = 10;
const WHOLE_BELOW_ZERO = 20;
/** Coordinates and most measures have seven decimals at most. */
const DECIMAL = 30;
const DECIMAL_BELOW_ZERO = 40;

const DECIMALS = 1e7;
const BITS_30 = 0x4000_0000;
const SIX_BITS = 63;
/** Maximum length of one value, except text. */
const MAX_LENGTH = 16;
const float = new DataView(new ArrayBuffer(8));
const decoder = new TextDecoder();
/** Shared by all: each write finishes before the next begins. */
let bytes = new Uint8Array(4096);

/** Writes packed text; one at a time. */
export class PackedSink implements StateSink {
  #at = 0;

  open(): void {
    this.#byte(OPEN);
  }
  close(): void {
    this.#byte(CLOSE);
  }
  put(value: SinkValue): void {
    if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'string') this.#text(value);
    else this.#byte(value === null ? NULL : value ? TRUE : FALSE);
  }
  map(figures: Readonly<Record<string, number>>): void {
    const names = Object.keys(figures);
    this.#byte(MAP);
    this.#number(names.length);
    for (const name of names) {
      this.#text(name);
      this.#number(figures[name] ?? 0);
    }
  }
  text(): string {
    return decoder.decode(bytes.subarray(0, this.#at));
  }

  #byte(bits: number): void {
    if (this.#at + MAX_LENGTH > bytes.length) this.#grow(MAX_LENGTH);
    bytes[this.#at++] = ALPHABET[bits] ?? 0;
  }
  #number(value: number): void {
    if (value === 0) this.#byte(ZERO);
    else if (Number.isSafeInteger(value)) {
      if (value > 0) this.#whole(WHOLE, value);
      else this.#whole(WHOLE_BELOW_ZERO, -value);
    } else this.#fraction(value);
  }
  #fraction(value: number): void {
    const size = Math.abs(value);
    if (!Number.isFinite(value)) this.#byte(NULL);
    else if (isDecimal(size))
      this.#whole(value > 0 ? DECIMAL : DECIMAL_BELOW_ZERO, Math.round(size * DECIMALS));
    else {
      float.setFloat64(0, value);
      this.#byte(FLOAT);
      this.#digits(float.getUint32(0), 6);
      this.#digits(float.getUint32(4), 6);
    }
  }
  /** @param kind That of one letter is the next one. */
  #whole(kind: number, size: number): void {
    if (size < BITS_30) {
      const letters = digitCount(size);
      this.#byte(kind + letters);
      this.#digits(size, letters);
      return;
    }
    const high = Math.floor(size / BITS_30);
    const letters = digitCount(high);
    this.#byte(kind + 5 + letters);
    this.#digits(size - high * BITS_30, 5);
    this.#digits(high, letters);
  }
  /** The lowest first. */
  #digits(value: number, letters: number): void {
    let at = this.#at;
    let left = value;
    for (const end = at + letters; at < end; at++) {
      bytes[at] = ALPHABET[left & SIX_BITS] ?? 0;
      left >>>= 6;
    }
    this.#at = at;
  }
  #text(value: string): void {
    this.#byte(TEXT);
    this.#number(value.length);
    this.#grow(value.length * 3 + MAX_LENGTH);
    for (let at = 0; at < value.length; at++) this.#digits(value.charCodeAt(at), 3);
  }
  #grow(letters: number): void {
    if (this.#at + letters <= bytes.length) return;
    const more = new Uint8Array(2 * bytes.length + letters);
    more.set(bytes);
    bytes = more;
  }
}

const digitCount = (value: number): number => {
  if (value < 64) return 1;
  if (value < 4096) return 2;
  if (value < 262_144) return 3;
  return value < 16_777_216 ? 4 : 5;
};

const isDecimal = (size: number): boolean =>
  size * DECIMALS < Number.MAX_SAFE_INTEGER && Math.round(size * DECIMALS) / DECIMALS === size;

export const isPacked = (text: string): boolean => text.charCodeAt(0) === ALPHABET[OPEN];

/** Reads the lists. @throws RangeError when the text has another format. */
export const readPacked = (text: string): unknown => new PackedReader(text).read();

class PackedReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    const value = this.#value(this.#next());
    if (this.#at !== this.#text.length) throw new RangeError('Cannot read a state: it goes on after its end');
    return value;
  }

  #value(tag: number): unknown {
    switch (tag) {
      case OPEN:
        return this.#list();
      case MAP:
        return this.#map();
      case NULL:
        return null;
      case TRUE:
      case FALSE:
        return tag === TRUE;
      case TEXT:
        return this.#string();
      default:
        return this.#number(tag);
    }
  }
  #number(tag: number): number {
    if (tag === ZERO) return 0;
    if (tag === FLOAT) {
      float.setUint32(0, this.#digits(6));
      float.setUint32(4, this.#digits(6));
      return float.getFloat64(0);
    }
    const letters = tag % 10;
    const size = this.#digits(letters);
    switch (tag - letters) {
      case WHOLE:
        return size;
      case WHOLE_BELOW_ZERO:
        return -size;
      case DECIMAL:
        return size / DECIMALS;
      case DECIMAL_BELOW_ZERO:
        return -size / DECIMALS;
      default:
        throw new RangeError(`Cannot read a state: unknown mark ${tag}`);
    }
  }
  #list(): unknown[] {
    const list: unknown[] = [];
    for (let tag = this.#next(); tag !== CLOSE; tag = this.#next()) list.push(this.#value(tag));
    return list;
  }
  #map(): Record<string, number> {
    const names = this.#number(this.#next());
    const figures: [string, number][] = [];
    for (let each = 0; each < names; each++) {
      const name = String(this.#value(this.#next()));
      figures.push([name, this.#number(this.#next())]);
    }
    return Object.fromEntries(figures);
  }
  #string(): string {
    const length = this.#number(this.#next());
    let value = '';
    for (let each = 0; each < length; each++) value += String.fromCharCode(this.#digits(3));
    return value;
  }
  #digits(letters: number): number {
    let value = 0;
    for (let each = 0, weight = 1; each < letters; each++, weight *= 64) value += this.#next() * weight;
    return value;
  }
  #next(): number {
    const letter = this.#text.charCodeAt(this.#at++);
    if (Number.isNaN(letter)) throw new RangeError('Cannot read a state: it ends too early');
    return bitsOf(letter);
  }
}
