import { checkedRun } from '../packed/checked-run.ts';
import { damaged } from '../packed/damaged.ts';
import { decodeTexts } from '../packed/decode-run.ts';
import { decodeColumns } from '../packed/head-columns.ts';
import type { PackedRun } from '../packed/run.ts';
import type { PositionRange, RawPosition } from '../records.ts';
import {
  deleteRuns,
  insertRuns,
  newRun,
  partsOf,
  runBytes,
  runPlaces,
  type NewRun,
  type RunPlace,
} from './packed-runs.ts';
import type { Queries } from './postgres-database.ts';

export interface RecordRange extends PositionRange {
  /** This one stays; 0 = none. */
  readonly exceptId: number;
}

/**
 * Deletes packed records, with what was noted about late ones: runs that are in the range as a whole are deleted unread,
 * of others what is left is packed anew. Within a transaction that has locked the history of the device.
 * @returns how many, so many at most.
 */
export async function removePacked(queries: Queries, range: RecordRange, limit: number): Promise<number> {
  const { deviceId, from, to, id, exceptId } = range;
  const runs = await runPlaces(queries, deviceId, range);
  const isLate = runs.length > 0 && (await hasLate(queries, range));
  const whole: RunPlace[] = [];
  let removed = 0;
  for (const run of runs) {
    if (removed >= limit) break;
    const isWhole =
      id === null && !hasIdBetween(run, exceptId) && !isLate && run.from >= from && run.to <= to;
    if (isWhole && removed + run.count <= limit) {
      whole.push(run);
      removed += run.count;
    } else removed += await removeFrom(queries, { run, range, limit: limit - removed });
  }
  if (whole.length > 0) await deleteRuns(queries, deviceId, whole);
  return removed;
}

/** Runs in a transaction that are deleted unread. */
const RUNS_AT_ONCE = 32;

/**
 * Deletes runs that are in a range as a whole, some of them at most, unless they may have late records, which are
 * deleted one by one. Within a transaction that has locked the history of the device. @returns how many records.
 */
export async function removeWholeRuns(queries: Queries, range: RecordRange): Promise<number> {
  const { deviceId, from, to, exceptId } = range;
  const runs = (await runPlaces(queries, deviceId, range))
    .filter((run) => run.from >= from && run.to <= to && !hasIdBetween(run, exceptId))
    .slice(0, RUNS_AT_ONCE);
  const last = runs.at(-1);
  if (!last || (await hasLate(queries, { ...range, to: last.to }))) return 0;
  await deleteRuns(queries, deviceId, runs);
  return runs.reduce((sum, { count }) => sum + count, 0);
}

const hasIdBetween = ({ firstId, lastId }: RunPlace, id: number): boolean => id >= firstId && id <= lastId;

async function hasLate(queries: Queries, { deviceId, from, to }: RecordRange): Promise<boolean> {
  const sql = 'SELECT FROM late_records WHERE device_id = $1 AND fix_time BETWEEN $2 AND $3 LIMIT 1';
  return (await queries.lists(sql, [deviceId, from, to])).length > 0;
}

interface PartOfRun {
  readonly run: RunPlace;
  readonly range: RecordRange;
  readonly limit: number;
}

async function removeFrom(queries: Queries, { run, range, limit }: PartOfRun): Promise<number> {
  const { deviceId, from, to, id, exceptId } = range;
  const [bytes] = await runBytes(queries, deviceId, [run]);
  if (!bytes || (id !== null && !hasId(bytes, id))) return 0;
  const gone: RawPosition[] = [];
  const left: RawPosition[] = [];
  for (const record of decodeTexts(bytes)) {
    const isInRange = record.fixTime >= from && record.fixTime <= to;
    const isMeant = isInRange && record.id !== exceptId && (id === null || record.id === id);
    (isMeant && gone.length < limit ? gone : left).push(record);
  }
  if (gone.length === 0) return 0;
  await deleteRuns(queries, deviceId, [run]);
  if (left.length > 0) await insertRuns(queries, deviceId, partsOf(left, PART_RECORDS).map(runOfPart));
  await queries.run(
    `DELETE FROM late_records WHERE device_id = $1 AND fix_time BETWEEN $2 AND $3 AND position_id = ANY($4::bigint[])`,
    [deviceId, run.from, run.to, gone.map((record) => record.id)],
  );
  return gone.length;
}

/** More of a run is likely to go soon, as with retention: then little is unpacked. */
const PART_RECORDS = 128;

function runOfPart(records: readonly RawPosition[]): NewRun {
  const packed = checkedRun(records);
  // It was packed together with others.
  if (!packed) throw damaged('a part of a run that cannot be packed');
  return newRun(records, packed);
}

const hasId = ({ head }: PackedRun, id: number): boolean =>
  decodeColumns(head, ['id']).columns.id.includes(id);
