import type { DatabaseSync } from 'node:sqlite';
import { bytesOf } from '../sqlite/piece-reads.ts';
import { decodeColumns } from '../packed/head-columns.ts';
import { arrayRows } from '../sqlite/array-rows.ts';
import { CHUNK } from '../packed/id-chunk.ts';
import type { PackedIdWriter } from '../sqlite/packed-ids.ts';

/** Chunks of ids that are noted in a step: their devices are in memory, four bytes each. */
const CHUNKS_AT_ONCE = 4096;
const IDS_AT_ONCE = CHUNKS_AT_ONCE * CHUNK;

/**
 * Notes of which device each packed position is, chunk after chunk. Positions come device by device, and their ids are
 * mixed: noted as they come, each chunk would be written once for every device.
 */
export function* packedIdSteps(
  db: DatabaseSync,
  ids: PackedIdWriter,
  noted: { readonly read: () => string | null; readonly put: (value: string) => void },
): Generator<void, void, void> {
  const last = Number(arrayRows(db, 'SELECT max(last_id) FROM history')()[0]?.[0] ?? 0);
  const devices = arrayRows(
    db,
    `WITH RECURSIVE d (id) AS (SELECT min(device_id) FROM history UNION ALL
       SELECT (SELECT min(device_id) FROM history WHERE device_id > d.id) FROM d WHERE d.id IS NOT NULL)
     SELECT id FROM d WHERE id IS NOT NULL`,
  )().map(([id]) => Number(id));
  const heads = arrayRows(
    db,
    'SELECT head FROM history INDEXED BY history_ids WHERE device_id = ? AND last_id >= ? AND first_id < ?',
  );
  for (let from = Number(noted.read() ?? 0); from <= last; from += IDS_AT_ONCE) {
    const ofIds = new Uint32Array(IDS_AT_ONCE);
    for (const deviceId of devices)
      for (const [head] of heads(deviceId, from, from + IDS_AT_ONCE))
        for (const id of decodeColumns(bytesOf(head), ['id']).columns.id)
          if (id >= from && id < from + IDS_AT_ONCE) ofIds[id - from] = deviceId;
    for (let at = 0; at < IDS_AT_ONCE; at += CHUNK) {
      const chunk = ofIds.subarray(at, at + CHUNK);
      if (chunk.some((deviceId) => deviceId > 0))
        ids.noteChunk((from + at) / CHUNK, Float64Array.from(chunk));
    }
    noted.put(String(from + IDS_AT_ONCE));
    yield;
  }
}
