import type { Language } from '@rastro/fleet';
import { BYTE_ORDER_MARK, csvWriter } from '@rastro/fleet/sheets';
import type { StoredPosition } from '@rastro/storage';

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
 * @param read Reads the positions; called twice, because the header comes first and needs the names of all.
 * @param time Formats an instant.
 * @param language Of the reader: of separator and decimals.
 * @source docs/reference/tracking-api.md §3.9; there without quoting.
 */
export async function* csvOf(
  read: () => AsyncIterable<readonly StoredPosition[]>,
  time: (instant: number) => string,
  language: Language,
): AsyncGenerator<string> {
  const csvLine = csvWriter(language);
  const names = new Set<string>();
  for await (const page of read())
    for (const { attributes } of page) for (const name of Object.keys(attributes)) names.add(name);
  const columns = [...names].toSorted();
  yield BYTE_ORDER_MARK + csvLine([...FIELDS, ...columns]);
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
