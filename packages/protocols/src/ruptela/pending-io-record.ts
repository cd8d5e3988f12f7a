import { PendingRecord } from '../pending-record.ts';

/** Two values that together are one text: the attribute, and whether it is ASCII or stays hexadecimal. */
const PAIRS: readonly (readonly [first: number, second: number, name: string, ascii: boolean])[] = [
  [126, 127, 'driverUniqueId', true],
  [155, 156, 'driverUniqueId', true],
  [760, 761, 'tagId', false],
];
export const PAIRED: ReadonlySet<number> = new Set(PAIRS.flatMap(([first, second]) => [first, second]));

/** A record whose IO elements may come in several parts. */
export class PendingIoRecord extends PendingRecord {
  /** Halves of texts in hexadecimal, by id. */
  #halves: Map<number, string> | null = null;

  half(id: number, hex: string): void {
    this.#halves ??= new Map();
    this.#halves.set(id, hex);
  }

  /** Joins halves; a half alone stays an element. */
  complete(): void {
    const halves = this.#halves;
    if (!halves) return;
    for (const [first, second, name, ascii] of PAIRS) {
      const one = halves.get(first);
      const other = halves.get(second);
      if (one !== undefined && other !== undefined)
        this.set(name, ascii ? asciiOf(one + other) : one + other);
      else this.#setHalf(first, one).#setHalf(second, other);
    }
  }

  #setHalf(id: number, hex: string | undefined): this {
    if (hex !== undefined) this.set(`io${id}`, Number(BigInt.asIntN(hex.length * 4, BigInt(`0x${hex}`))));
    return this;
  }
}

/** Hexadecimal to text; the unused end is zero. */
function asciiOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString('latin1').replaceAll('\0', '').trim();
}
