import { DAY_MS } from '@rastro/base';
import type { Lease } from '../lease-port.ts';
import { dropEmptied } from './emptied-tables.ts';
import { HistoryPacker } from './history-packer.ts';
import { requireLease } from './lease-methods.ts';
import { sweepIds } from './packed-ids.ts';
import { layoutOf } from './position-tables.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** Today and yesterday of a device stay rows: they still change, as its own history goes. */
const OPEN_DAYS = 2;
/** The last days of a device that went silent are packed, too: the table of a week is to become empty. */
const SILENT_DAYS = 30;
/** Devices that are asked for at a time whether they have something to pack. */
const DEVICES_AT_ONCE = 500;

/** A device with rows to pack. */
interface Due {
  readonly deviceId: number;
  readonly first: number;
  readonly closed: number;
}

/**
 * Packs all that is to be packed, device by device, and drops tables that are empty then. The consumer has the time
 * between two steps: each is a short transaction, and what was done stays done whenever it ends.
 * @returns counts the records of each step.
 */
export async function* packingRound(db: PostgresDatabase, lease: Lease): AsyncGenerator<number> {
  const today = await midnight(db);
  const bound = today - (OPEN_DAYS - 1) * DAY_MS;
  await noteBound(db, bound);
  const packer = new HistoryPacker(db, lease);
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const page = await nextDevices(db, after, today);
    for (const { deviceId, first, closed } of page.due)
      for (let from = first; ;) {
        const packed = await packer.packFirstDay(deviceId, from, closed);
        if (!packed) break;
        from = packed.next;
        yield packed.records;
      }
    if (page.last === null) break;
    after = page.last;
    yield 0;
  }
  await db.transaction(async (queries) => {
    // Nobody else notes ids whose runs are still to come.
    await requireLease(queries, lease);
    await sweepIds(queries);
  });
  await dropEmptied(db, today);
}

/** By the clock of the database; no record behind it is packed. */
async function midnight(db: PostgresDatabase): Promise<number> {
  const [row] = await db.lists('SELECT extract(epoch FROM clock_timestamp()) * 1000');
  const { horizon } = await layoutOf(db);
  return Math.min(Math.floor(Number(row?.[0]) / DAY_MS) * DAY_MS, horizon);
}

/** Records up to it are looked for among packed ones before they are stored. */
export async function noteBound(db: PostgresDatabase, bound: number): Promise<void> {
  await db.run('UPDATE position_layout SET packed_to = $1 WHERE packed_to < $1', [bound - 1]);
}

/** Devices behind one, without those that are about to be derived again. */
async function nextDevices(
  db: PostgresDatabase,
  after: number,
  today: number,
): Promise<{ readonly due: readonly Due[]; readonly last: number | null }> {
  const rows = await db.lists(
    `SELECT h.device_id, h.closed, p.fix_time FROM (SELECT device_id, late_from,
       least($2, greatest($3, (div(last_time, ${DAY_MS}) - ${OPEN_DAYS - 1}) * ${DAY_MS}))::bigint AS closed
       FROM trip_heads WHERE device_id > $1 ORDER BY device_id LIMIT ${DEVICES_AT_ONCE}) h
     LEFT JOIN LATERAL (SELECT fix_time FROM positions WHERE device_id = h.device_id AND fix_time < h.closed
       AND h.late_from IS NULL ORDER BY fix_time LIMIT 1) p ON true ORDER BY h.device_id`,
    [after, today - (OPEN_DAYS - 1) * DAY_MS, today - SILENT_DAYS * DAY_MS],
  );
  const due = rows.flatMap(([deviceId, closed, first]) =>
    first === null ? [] : [{ deviceId: Number(deviceId), first: Number(first), closed: Number(closed) }],
  );
  return { due, last: rows.length < DEVICES_AT_ONCE ? null : Number(rows.at(-1)?.[0]) };
}

/** Packs all records of all devices, whatever their age, for tests. */
export async function packEverything(db: PostgresDatabase): Promise<void> {
  const { horizon } = await layoutOf(db);
  await noteBound(db, horizon);
  const packer = new HistoryPacker(db);
  for (const [deviceId] of await db.lists('SELECT DISTINCT device_id FROM positions ORDER BY device_id'))
    for (let from = Number.MIN_SAFE_INTEGER; ;) {
      const packed = await packer.packFirstDay(Number(deviceId), from, horizon);
      if (!packed) break;
      from = packed.next;
    }
}
