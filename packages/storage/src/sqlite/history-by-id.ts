import type { DatabaseSync } from 'node:sqlite';
import type { PlaceOfPosition } from '../history-port.ts';
import { decodeTrackBody, openRun } from '../packed/decode-run.ts';
import { decodeColumns } from '../packed/head-columns.ts';
import type { RawPosition, StoredPosition } from '../records.ts';
import { arrivalReads } from './arrival-reads.ts';
import { arrayRows } from './array-rows.ts';
import { positionOf } from '../rows/position-rows.ts';
import { POSITIONS } from './history-forms.ts';
import { inOneState } from './in-transaction.ts';
import { packedIdReads } from './packed-ids.ts';
import { packedRuns } from './packed-runs.ts';

/** A run that may have some of the ids. */
interface Candidate {
  readonly place: number;
  readonly ids: ReadonlySet<number>;
}

/** Finds packed positions by their ids. Call it within a transaction. */
export function packedById(db: DatabaseSync) {
  const idReads = packedIdReads(db);
  const { head } = packedRuns(db);
  const between = arrayRows(
    db,
    'SELECT place, first_id, last_id FROM history WHERE device_id = ? AND last_id >= ? AND first_id <= ?',
  );
  /** @param ids In order. */
  const ofDevice = (deviceId: number, ids: readonly number[]): readonly Candidate[] =>
    between(deviceId, ids[0] ?? 0, ids.at(-1) ?? 0).flatMap(([place, first, last]) => {
      const possible = ids.filter((id) => id >= Number(first) && id <= Number(last));
      return possible.length === 0 ? [] : [{ place: Number(place), ids: new Set(possible) }];
    });
  const hasId = (place: number, id: number): boolean =>
    decodeColumns(head(place), ['id']).columns.id.includes(id);
  return {
    candidates: (ids: Iterable<number>): readonly Candidate[] =>
      [...idReads.byDevice(ids)].flatMap(([deviceId, own]) => ofDevice(deviceId, own)),
    /** The run of a device that has an id; null = none. */
    runWith: (deviceId: number, id: number): number | null =>
      ofDevice(deviceId, [id]).find(({ place }) => hasId(place, id))?.place ?? null,
    hasId,
  };
}

/** Reads single positions. */
export function historyById(db: DatabaseSync) {
  const rows = arrayRows(
    db,
    `SELECT fix_time, device_time, content_key, ${POSITIONS.columns} FROM positions
     WHERE id IN (SELECT value FROM json_each(?))`,
  );
  const placeRows = arrayRows(
    db,
    'SELECT id, latitude, longitude, address FROM positions WHERE id IN (SELECT value FROM json_each(?))',
  );
  const packed = packedById(db);
  const { bytes } = packedRuns(db);
  const arrivals = arrivalReads(db);
  /** Those that are rows or have just arrived, and of packed ones, as `read` makes them, the rest. */
  const some = <T extends { readonly id: number }>(
    ids: readonly number[],
    inRows: (json: string) => T[],
    ofArrival: (record: RawPosition) => T,
    read: (candidate: Candidate) => readonly T[],
  ): T[] =>
    inOneState(db, () => {
      const found = inRows(JSON.stringify(ids));
      const missing = new Set(ids);
      for (const { id } of found) missing.delete(id);
      for (const record of arrivals.recordsById(missing)) {
        found.push(ofArrival(record));
        missing.delete(record.id);
      }
      if (missing.size > 0) for (const each of packed.candidates(missing)) found.push(...read(each));
      return found;
    });
  return {
    /** Unknown ids are left out. */
    positionsById: (ids: readonly number[]): StoredPosition[] =>
      some(
        ids,
        (json) => rows(json).map(POSITIONS.ofRow),
        positionOf,
        ({ place, ids: wanted }) => {
          const { head, at } = openRun(bytes(place));
          return placesOf(wanted, head.columns.id).map(at);
        },
      ),
    placesById: (ids: readonly number[]): PlaceOfPosition[] =>
      some(
        ids,
        (json) => placeRows(json).map(toPlace),
        ({ id, latitude, longitude, address }) => ({ id, latitude, longitude, address }),
        ({ place, ids: wanted }) => {
          const run = bytes(place);
          const { count, columns } = decodeColumns(run.head, ['id', 'latitude', 'longitude']);
          const { address } = decodeTrackBody(run.body, count, []);
          return placesOf(wanted, columns.id).map((i) => ({
            id: columns.id[i] ?? 0,
            latitude: columns.latitude[i] ?? 0,
            longitude: columns.longitude[i] ?? 0,
            address: address[i] ?? null,
          }));
        },
      ),
  };
}

function placesOf(wanted: ReadonlySet<number>, ids: Float64Array): number[] {
  const places: number[] = [];
  for (const [i, id] of ids.entries()) if (wanted.has(id)) places.push(i);
  return places;
}

const toPlace = ([id, latitude, longitude, address]: readonly unknown[]): PlaceOfPosition => ({
  id: Number(id),
  latitude: Number(latitude),
  longitude: Number(longitude),
  address: typeof address === 'string' ? address : null,
});
