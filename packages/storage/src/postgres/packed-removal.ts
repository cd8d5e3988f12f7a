import { checkedRun } from '../packed/checked-run.ts';
import { damaged } from '../packed/damaged.ts';
import { decodeTexts } from '../packed/decode-run.ts';
import { decodeColumns } from '../packed/head-columns.ts';
import type { PackedRun } from '../packed/run.ts';
import type { RawPosition } from '../records.ts';
import { deleteRuns, insertRuns, newRun, runBytes, runPlaces, type RunPlace } from './packed-runs.ts';
import type { RecordRange } from './position-removal.ts';
import type { Queries } from './postgres-database.ts';

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
    const hasException = exceptId >= run.firstId && exceptId <= run.lastId;
    const isWhole = id === null && !hasException && !isLate && run.from >= from && run.to <= to;
    if (isWhole && removed + run.count <= limit) {
      whole.push(run);
      removed += run.count;
    } else removed += await removeFrom(queries, { run, range, limit: limit - removed });
  }
  if (whole.length > 0) await deleteRuns(queries, deviceId, whole);
  return removed;
}

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
  if (left.length > 0) {
    const packed = checkedRun(left);
    // It was packed together with the others.
    if (!packed) throw damaged('a part of a run that cannot be packed');
    await insertRuns(queries, deviceId, [newRun(left, packed)]);
  }
  await queries.run(
    `DELETE FROM late_records WHERE device_id = $1 AND fix_time BETWEEN $2 AND $3 AND position_id = ANY($4::bigint[])`,
    [deviceId, run.from, run.to, gone.map((record) => record.id)],
  );
  return gone.length;
}

const hasId = ({ head }: PackedRun, id: number): boolean =>
  decodeColumns(head, ['id']).columns.id.includes(id);
