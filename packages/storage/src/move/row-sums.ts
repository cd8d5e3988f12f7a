import { hash } from 'node:crypto';
import { deviceAt, type MovedRow, type MovedTable, type MovedValue } from './moved-table.ts';

/** Number of rows and sum of their checksums. */
interface RowSum {
  count: number;
  sum: number;
}
/** Bytes of a hash that are added: sums of two stay exact. */
const SUMMED_BYTES = 6;
const MODULUS = 2 ** (8 * SUMMED_BYTES);
/** Rows that are of no device. */
const OF_NONE = 0;

/** A difference between the rows of two stores. */
export interface RowDifference {
  readonly kind: string;
  /** Null = rows of no device. */
  readonly deviceId: number | null;
  readonly inSource: number;
  readonly inTarget: number;
}

/** Checksums of the rows of a table, by device, whatever the order in which they come. */
export class RowSums {
  readonly #table: MovedTable;
  readonly #deviceAt: number;
  readonly #sums = new Map<number, RowSum>();
  /** Rows with a text that PostgreSQL cannot store as it is. */
  shortened = 0;

  constructor(table: MovedTable) {
    this.#table = table;
    this.#deviceAt = deviceAt(table);
  }

  add(rows: readonly MovedRow[]): void {
    for (const row of rows) {
      const deviceId = this.#deviceAt < 0 ? OF_NONE : Number(row[this.#deviceAt]);
      const known = this.#sums.get(deviceId) ?? { count: 0, sum: 0 };
      known.count++;
      known.sum = (known.sum + checksumOf(row)) % MODULUS;
      this.#sums.set(deviceId, known);
      if (row.some(hasNul)) this.shortened++;
    }
  }

  get count(): number {
    let count = 0;
    for (const each of this.#sums.values()) count += each.count;
    return count;
  }

  /** Differences of the target, by device. */
  differences(target: RowSums): readonly RowDifference[] {
    const devices = new Set([...this.#sums.keys(), ...target.#sums.keys()]);
    return [...devices].flatMap((deviceId) => {
      const [a, b] = [this.#sums.get(deviceId), target.#sums.get(deviceId)];
      if (a?.count === b?.count && a?.sum === b?.sum) return [];
      const ofDevice = this.#deviceAt < 0 ? null : deviceId;
      return {
        kind: this.#table.kind,
        deviceId: ofDevice,
        inSource: a?.count ?? 0,
        inTarget: b?.count ?? 0,
      };
    });
  }
}

const hasNul = (value: MovedValue): boolean => typeof value === 'string' && value.includes('\0');

const checksumOf = (row: MovedRow): number => {
  let text = '';
  for (const value of row) text += textOf(value);
  return hash('sha1', text, 'buffer').readUIntBE(0, SUMMED_BYTES);
};

/** PostgreSQL has no NUL characters and no halves of surrogate pairs; 0 and -0 are equal. */
function textOf(value: MovedValue): string {
  if (value === null) return '~';
  if (typeof value === 'number') return `${value === 0 ? 0 : value};`;
  if (typeof value === 'bigint') return `${value};`;
  if (typeof value !== 'string') return `b${Buffer.from(value).toString('base64')};`;
  const text = storableText(value);
  return `${text.length}:${text}`;
}

/** A text as every store can have it. */
const storableText = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
