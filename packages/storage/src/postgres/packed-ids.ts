import { CHUNK, chunkOf, packDevices, unpackDevices } from '../packed/id-chunk.ts';
import { bytesOf } from '../rows/access-log-rows.ts';
import { columnsOf } from './bound.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Chunks in a transaction. */
const CHUNKS_AT_ONCE = 32;
/** Chunks of which is remembered which ids are there: those of some ten thousand vehicles and a day. */
const MAX_REMEMBERED = 20_000;
const LOCK = 0x5261_7069;

/** Notes of which devices ids are, before their records are packed. The device of an id never changes. */
export class PackedIdWriter {
  readonly #db: PostgresDatabase;
  /** 1 for each id that is there. */
  readonly #noted = new Map<number, Uint8Array>();

  constructor(db: PostgresDatabase) {
    this.#db = db;
  }

  /** Rows that have their neighbors are noted with them: chunks are written once. */
  async note(ids: readonly number[]): Promise<void> {
    const missing = new Set<number>();
    for (const id of ids) if (this.#noted.get(chunkOf(id))?.[id % CHUNK] !== 1) missing.add(chunkOf(id));
    const chunks = [...missing];
    for (let at = 0; at < chunks.length; at += CHUNKS_AT_ONCE) {
      const some = chunks.slice(at, at + CHUNKS_AT_ONCE);
      const noted = await this.#db.transaction((queries) => noteChunks(queries, some));
      for (const [chunk, devices] of noted) this.#remember(chunk, devices);
    }
  }

  #remember(chunk: number, devices: Float64Array): void {
    this.#noted.delete(chunk);
    this.#noted.set(
      chunk,
      Uint8Array.from(devices, (deviceId) => Number(deviceId > 0)),
    );
    const [oldest] = this.#noted.keys();
    if (this.#noted.size > MAX_REMEMBERED && oldest !== undefined) this.#noted.delete(oldest);
  }
}

async function noteChunks(
  queries: Queries,
  chunks: readonly number[],
): Promise<ReadonlyMap<number, Float64Array>> {
  // Of two who note in the same chunk each would leave out what the other one adds.
  await queries.run('SELECT pg_advisory_xact_lock($1, hashtext(current_schema()))', [LOCK]);
  const stored = await queries.lists(
    'SELECT chunk, devices FROM packed_ids WHERE chunk = ANY($1::bigint[])',
    [chunks],
  );
  const noted: Map<number, Float64Array> = new Map(chunks.map((chunk) => [chunk, new Float64Array(CHUNK)]));
  for (const [chunk, devices] of stored) noted.set(Number(chunk), unpackDevices(bytesOf(devices)));
  const rows = await queries.lists(
    `SELECT p.id, p.device_id FROM unnest($1::bigint[]) AS c
     JOIN positions p ON p.id >= c * ${CHUNK} AND p.id < (c + 1) * ${CHUNK}`,
    [chunks],
  );
  for (const [id, deviceId] of rows) {
    const devices = noted.get(chunkOf(Number(id)));
    if (devices) devices[Number(id) % CHUNK] = Number(deviceId);
  }
  await queries.run(
    `INSERT INTO packed_ids SELECT * FROM unnest($1::bigint[], $2::bytea[])
     ON CONFLICT (chunk) DO UPDATE SET devices = excluded.devices`,
    columnsOf([...noted], ([chunk, devices]) => [chunk, packDevices(devices)]),
  );
  return noted;
}

/** Forgets ids below all that are packed, within a transaction. @returns how many chunks. */
export const sweepIds = (queries: Queries): Promise<number> =>
  queries.run(
    `DELETE FROM packed_ids WHERE chunk < coalesce((SELECT div(min(first_id), ${CHUNK}) FROM packed_runs), ${Number.MAX_SAFE_INTEGER})`,
  );
