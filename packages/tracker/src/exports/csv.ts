import type { AttributeValue } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';

/** What may stand in a cell. */
export type Cell = AttributeValue | undefined;

/** A line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula is defused. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Coordinates begin with a minus too, and hold nothing that could be run.
  const mayRun = /^[=+\-@\t\r]/.test(text) && !/^-?[\d., -]+$/.test(text);
  const safe = mayRun ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const FIELDS = [
  'id',
  'deviceId',
  'protocol',
  'serverTime',
  'deviceTime',
  'fixTime',
  'valid',
  'latitude',
  'longitude',
  'altitude',
  'speed',
  'course',
  'address',
  'accuracy',
] as const;
const TIMES = new Set<string>(['serverTime', 'deviceTime', 'fixTime']);

/**
 * Positions as CSV: the fields, then every attribute that occurs, in order of its name.
 * @param read Reads the positions; asked twice, because the header comes first and names what only the end may hold.
 * @param time Writes an instant for people.
 * @source reference/tracking-api.md §3.9; there without quoting.
 */
export async function* csvOf(
  read: () => AsyncIterable<readonly StoredPosition[]>,
  time: (instant: number) => string,
): AsyncGenerator<string> {
  const names = new Set<string>();
  for await (const page of read())
    for (const { attributes } of page) for (const name of Object.keys(attributes)) names.add(name);
  const columns = [...names].toSorted();
  yield csvLine([...FIELDS, ...columns]);
  for await (const page of read()) {
    let piece = '';
    for (const position of page) {
      const fields = FIELDS.map((name) =>
        TIMES.has(name) ? time(position[name] as number) : position[name],
      );
      piece += csvLine([...fields, ...columns.map((name) => position.attributes[name])]);
    }
    yield piece;
  }
}
