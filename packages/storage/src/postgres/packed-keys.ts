import { DAY_MS } from '@rastro/base';
import { decodeColumns } from '../packed/head-columns.ts';
import { placeOfKey, type KeyedHead } from '../packed/merge-run.ts';
import type { StoredPosition } from '../records.ts';
import { bytesOf } from '../rows/access-log-rows.ts';
import { columnsOf } from './bound.ts';
import { runsOfEach, touches } from './packed-runs.ts';
import { REJECTED } from './postgres-error.ts';
import type { Queries } from './postgres-database.ts';

/** Records in memory, of all devices: 32 bytes each, and something for each run. */
const RUN_COSTS_RECORDS = 100;
const MAX_RECORDS_IN_MEMORY = 300_000;

type Head = KeyedHead & { readonly columns: { readonly id: Float64Array } };

/** A day of a device in which records are that may be packed. */
interface SoughtDay {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
}

/** Records of a batch that may be packed, and where they were looked for. */
export interface PackedSearch {
  readonly days: readonly SoughtDay[];
  readonly runIds: readonly number[];
  /** The bound that was known: records behind it are in no run. */
  readonly packedTo: number;
  /** The id under which one is packed; null = it is not. */
  readonly idOf: (position: StoredPosition) => number | null;
}

/**
 * Finds records that are packed, for whoever stores new ones. Nearly all are newer than all that is packed. The answer is
 * of a moment before the transaction, which therefore asks whether it still holds.
 */
export class PackedKeys {
  readonly #db: Queries;
  #packedTo: number | null = null;
  /** Of runs, by id: these never change. */
  readonly #heads = new Map<number, Head>();
  #recordsInMemory = 0;

  constructor(db: Queries) {
    this.#db = db;
  }

  async search(positions: readonly StoredPosition[]): Promise<PackedSearch> {
    const packedTo = (this.#packedTo ??= await this.#readBound());
    const old = positions.filter(({ fixTime }) => fixTime <= packedTo);
    const days = daysOf(old);
    if (days.length === 0) return { days, runIds: [], packedTo, idOf: () => null };
    const heads = await this.#headsOf(days);
    return {
      days,
      packedTo,
      runIds: heads.map(([runId]) => runId),
      idOf: (position) => idIn(heads, position),
    };
  }

  /** After a batch was rejected because of what was packed meanwhile. */
  forget(): void {
    this.#packedTo = null;
  }

  async #readBound(): Promise<number> {
    const [row] = await this.#db.lists('SELECT packed_to FROM position_layout');
    return Number(row?.[0]);
  }

  async #headsOf(days: readonly SoughtDay[]): Promise<readonly (readonly [runId: number, head: Head])[]> {
    const rows = await this.#db.lists(
      `SELECT DISTINCT ON (r.run_id) r.run_id, CASE WHEN r.run_id <> ALL($4::bigint[]) THEN r.head END
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS s (d, t0, t1)
       ${runsOfEach('r.run_id, r.head', 'd', touches('t0', 't1'))}`,
      [...columnsOf(days, ({ deviceId, from, to }) => [deviceId, from, to]), [...this.#heads.keys()]],
    );
    const found = rows.map(([runId, head]) => {
      const id = Number(runId);
      return [id, this.#heads.get(id) ?? this.#remember(id, bytesOf(head))] as const;
    });
    this.#shrink();
    return found;
  }

  #remember(runId: number, bytes: Uint8Array): Head {
    const head = decodeColumns(bytes, ['fixTime', 'deviceTime', 'contentKey', 'id']);
    this.#heads.set(runId, head);
    this.#recordsInMemory += RUN_COSTS_RECORDS + head.count;
    return head;
  }

  /** The oldest go first. */
  #shrink(): void {
    for (const [runId, { count }] of this.#heads) {
      if (this.#recordsInMemory <= MAX_RECORDS_IN_MEMORY) return;
      this.#heads.delete(runId);
      this.#recordsInMemory -= RUN_COSTS_RECORDS + count;
    }
  }
}

/**
 * Rejects the transaction unless what was found out about its records still holds: call it behind the statement that
 * stores them. That one waits for whoever packs such a record, so that this one sees what was packed.
 */
export async function requirePackedAsFound(
  queries: Queries,
  { days, runIds, packedTo }: PackedSearch,
): Promise<void> {
  const isBound = '(SELECT packed_to FROM position_layout) > $1';
  if (days.length === 0) {
    await queries.run(`SELECT reject('${REJECTED.PACKED_MEANWHILE}') WHERE ${isBound}`, [packedTo]);
    return;
  }
  await queries.run(
    `SELECT reject('${REJECTED.PACKED_MEANWHILE}') WHERE ${isBound} OR EXISTS (
       SELECT FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS s (d, t0, t1)
       ${runsOfEach('r.run_id', 'd', touches('t0', 't1'))} WHERE r.run_id <> ALL($5::bigint[]))`,
    [packedTo, ...columnsOf(days, ({ deviceId, from, to }) => [deviceId, from, to]), runIds],
  );
}

function daysOf(positions: readonly StoredPosition[]): readonly SoughtDay[] {
  const days = new Map<string, SoughtDay>();
  for (const { deviceId, fixTime } of positions) {
    const name = `${deviceId}/${Math.floor(fixTime / DAY_MS)}`;
    const { from, to } = days.get(name) ?? { from: fixTime, to: fixTime };
    days.set(name, { deviceId, from: Math.min(from, fixTime), to: Math.max(to, fixTime) });
  }
  return [...days.values()];
}

function idIn(
  heads: readonly (readonly [runId: number, head: Head])[],
  { deviceId, fixTime, deviceTime, contentKey }: StoredPosition,
): number | null {
  const key = { time: fixTime, deviceTime, key: contentKey };
  for (const [, head] of heads) {
    if (head.deviceId !== deviceId) continue;
    const at = placeOfKey(head, key, 'before');
    if (placeOfKey(head, key, 'with') > at) return head.columns.id[at] ?? null;
  }
  return null;
}
