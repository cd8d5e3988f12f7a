import { DAY_MS } from '@rastro/base';
import { bytesOf } from '../rows/access-log-rows.ts';
import type { PackedRun } from '../packed/run.ts';
import type { RawPosition } from '../records.ts';
import { columnsOf } from './bound.ts';
import type { Queries } from './postgres-database.ts';

/** From the first record of a run to the last it is less: who looks for a time looks so far back. */
export const RUN_SPAN_MS = 31 * DAY_MS;

/** Condition on `r` that it touches a period. @param from Places of its ends in the statement. */
export const touches = (from: string, to: string): string =>
  `r.from_time BETWEEN ${from}::bigint - ${RUN_SPAN_MS} AND ${to} AND r.to_time >= ${from}`;

/**
 * Runs `r` of many devices, each looked for by the index in the tables of its time: without OFFSET all tables would be
 * read where their statistics are old.
 */
export const runsOfEach = (columns: string, deviceId: string, more: string): string =>
  `CROSS JOIN LATERAL (SELECT ${columns} FROM packed_runs r WHERE r.device_id = ${deviceId} AND ${more} OFFSET 0) AS r`;

/** A run without its bytes. */
export interface RunPlace {
  readonly runId: number;
  readonly from: number;
  readonly to: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly count: number;
}

/** Runs of a device that touch a period, in order. */
export async function runPlaces(
  queries: Queries,
  deviceId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly RunPlace[]> {
  const rows = await queries.lists(
    `SELECT run_id, from_time, to_time, first_id, last_id, n FROM packed_runs r WHERE device_id = $1 AND ${touches('$2', '$3')}
     ORDER BY from_time`,
    [deviceId, from, to],
  );
  return rows.map(([runId, start, end, firstId, lastId, count]) => ({
    runId: Number(runId),
    from: Number(start),
    to: Number(end),
    firstId: Number(firstId),
    lastId: Number(lastId),
    count: Number(count),
  }));
}

/** The bytes of runs of a device, in order; those that were replaced meanwhile are missing. */
export async function runBytes(
  queries: Queries,
  deviceId: number,
  runs: readonly RunPlace[],
): Promise<readonly PackedRun[]> {
  if (runs.length === 0) return [];
  const rows = await queries.lists(
    `SELECT head, body FROM packed_runs WHERE device_id = $1 AND from_time = ANY($2::bigint[])
     AND run_id = ANY($3::bigint[]) ORDER BY from_time`,
    [deviceId, runs.map(({ from }) => from), runs.map(({ runId }) => runId)],
  );
  return rows.map(([head, body]) => toRun(head, body));
}

export const toRun = (head: unknown, body: unknown): PackedRun => ({
  head: bytesOf(head),
  body: bytesOf(body),
});

const LOCK = 0x5261_7061;

/** Only one at a time takes records of a device away, or packs them: within a transaction, which ends it. */
export async function lockHistory(queries: Queries, deviceId: number): Promise<void> {
  await queries.run('SELECT pg_advisory_xact_lock($1, $2)', [LOCK, deviceId % 2 ** 31]);
}

/** @returns how many were there. */
export const deleteRuns = (queries: Queries, deviceId: number, runs: readonly RunPlace[]): Promise<number> =>
  queries.run(
    `DELETE FROM packed_runs WHERE device_id = $1 AND from_time = ANY($2::bigint[]) AND run_id = ANY($3::bigint[])`,
    [deviceId, runs.map(({ from }) => from), runs.map(({ runId }) => runId)],
  );

/** Records of a device on their way into the table. */
export interface NewRun {
  readonly packed: PackedRun;
  readonly from: number;
  readonly to: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly count: number;
}

/** @param records In the order of history. */
export function newRun(records: readonly RawPosition[], packed: PackedRun): NewRun {
  let [firstId, lastId] = [Infinity, -Infinity];
  for (const { id } of records) {
    firstId = Math.min(firstId, id);
    lastId = Math.max(lastId, id);
  }
  const [from, to] = [records[0]?.fixTime ?? 0, records.at(-1)?.fixTime ?? 0];
  return { packed, from, to, firstId, lastId, count: records.length };
}

export async function insertRuns(queries: Queries, deviceId: number, runs: readonly NewRun[]): Promise<void> {
  await queries.run(
    `INSERT INTO packed_runs (device_id, from_time, to_time, first_id, last_id, n, head, body)
     SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[],
       $8::bytea[])`,
    [
      deviceId,
      ...columnsOf(runs, ({ from, to, firstId, lastId, count, packed: { head, body } }) => [
        from,
        to,
        firstId,
        lastId,
        count,
        head,
        body,
      ]),
    ],
  );
}

/** Parts of some records that have no time in common. @param records In the order of history. */
export function partsOf(records: readonly RawPosition[], size: number): readonly (readonly RawPosition[])[] {
  const parts: (readonly RawPosition[])[] = [];
  for (let first = 0; first < records.length;) {
    let end = Math.min(first + size, records.length);
    while (end < records.length && records[end]?.fixTime === records[end - 1]?.fixTime) end++;
    parts.push(records.slice(first, end));
    first = end;
  }
  return parts;
}
