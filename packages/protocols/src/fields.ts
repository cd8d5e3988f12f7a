import { decimalOf, hexNumberOf, wholeOf } from './numbers.ts';

/** Thrown when a field is missing or does not match the layout; codecs turn it into `MALFORMED`. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  constructor(wanted: string, at: number, got: string | undefined) {
    super(
      `Cannot read ${wanted} from field ${at}: ${got === undefined ? 'the message ends' : `"${got.slice(0, 40)}"`}`,
    );
  }
}

/** Reads the fields of a text message, front to back. */
export class Fields {
  #at: number;
  readonly #values: readonly string[];

  constructor(values: readonly string[], from = 0) {
    this.#values = values;
    this.#at = from;
  }

  get position(): number {
    return this.#at;
  }
  get left(): number {
    return this.#values.length - this.#at;
  }
  skip(count = 1): void {
    this.#at += count;
  }
  /** Returns the field `ahead` of the next one, without taking it; empty where there is none. */
  peek(ahead = 0): string {
    return this.#values[this.#at + ahead] ?? '';
  }
  /** @throws FieldError when the message ends before. */
  text(): string {
    const value = this.#values[this.#at];
    if (value === undefined) throw new FieldError('a text', this.#at, value);
    this.#at++;
    return value;
  }
  number(): number {
    return this.#read('a number', decimalOf);
  }
  whole(): number {
    return this.#read('a whole number', wholeOf);
  }
  hex(): number {
    return this.#read('a hexadecimal number', hexNumberOf);
  }
  /** An empty field is null; so is one with something else than a number. */
  optionalNumber(): number | null {
    return decimalOf(this.text());
  }
  optionalWhole(): number | null {
    return wholeOf(this.text());
  }
  optionalHex(): number | null {
    return hexNumberOf(this.text());
  }
  rest(): readonly string[] {
    const rest = this.#values.slice(this.#at);
    this.#at = this.#values.length;
    return rest;
  }

  #read(wanted: string, parse: (text: string) => number | null): number {
    const text = this.#values[this.#at];
    const value = text === undefined ? null : parse(text);
    if (value === null) throw new FieldError(wanted, this.#at, text);
    this.#at++;
    return value;
  }
}
