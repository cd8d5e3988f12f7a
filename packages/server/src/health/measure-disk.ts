import { statfs } from 'node:fs/promises';
import { DAY_MS, HOUR_MS } from '@rastro/base';
import type { Clock } from '@rastro/base';
import type { Job } from '@rastro/extension';
import type { HealthOfDisk } from '@rastro/fleet';
import type { ExtensionStorage } from '@rastro/storage';

/** Size of the data at an instant. */
export interface SizeThen {
  readonly at: number;
  readonly bytes: number;
}
interface Disk {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const KIND = 'dataSize';
const JOB = 'data-size';
/** Growth is that of the last week. */
const RETENTION_DAYS = 8;

/** Bytes a day since the oldest of the last week; null = no measurement is a day old. */
export function growthOf(then: readonly SizeThen[], now: SizeThen): number | null {
  const since = now.at - (RETENTION_DAYS - 1) * DAY_MS;
  const [oldest] = then.filter(({ at }) => at >= since && at <= now.at - DAY_MS);
  if (!oldest) return null;
  return Math.max(0, Math.round((now.bytes - oldest.bytes) / ((now.at - oldest.at) / DAY_MS)));
}

/**
 * Measures the room that the data take, how fast they grow, and the disk that holds them.
 * @param folder Of the databases; null = a database server has them on a disk of its own.
 */
export async function measureDisk(
  folder: string | null,
  storage: ExtensionStorage,
  now: number,
): Promise<HealthOfDisk> {
  const [disk, { databaseBytes, logBytes }, then] = await Promise.all([
    folder === null ? null : diskOf(folder),
    storage.size(),
    readSizes(storage),
  ]);
  const growthPerDay = growthOf(then, { at: now, bytes: databaseBytes });
  return {
    databaseBytes,
    walBytes: logBytes,
    freeBytes: disk?.freeBytes ?? null,
    totalBytes: disk?.totalBytes ?? null,
    growthPerDay,
    daysLeft: !disk || !growthPerDay ? null : Math.floor(disk.freeBytes / growthPerDay),
  };
}

async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

async function readSizes(storage: ExtensionStorage): Promise<readonly SizeThen[]> {
  const found: SizeThen[] = [];
  for await (const page of storage.documents({ kind: KIND, prefix: '', pageSize: 100 })) {
    for (const { body } of page)
      if (typeof body === 'object' && body !== null && 'at' in body && 'bytes' in body)
        found.push({ at: Number(body.at), bytes: Number(body.bytes) });
  }
  return found;
}

/** Writes down once a day how much the data takes. */
export const recordSizes = (storage: ExtensionStorage, clock: Pick<Clock, 'now'>): Job => ({
  name: JOB,
  everyMs: HOUR_MS,
  due: (done, now) => {
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    return done === null || done < today ? [today] : [];
  },
  perform: async (instant) => {
    const { databaseBytes: bytes } = await storage.size();
    const oldest = dayOf(instant - RETENTION_DAYS * DAY_MS);
    const gone: string[] = [];
    for await (const page of storage.documents({ kind: KIND, prefix: '', pageSize: 100 }))
      gone.push(...page.map(({ key }) => key).filter((key) => key < oldest));
    return {
      put: [{ kind: KIND, key: dayOf(instant), body: { at: clock.now(), bytes }, replaces: null }],
      remove: gone.map((key) => ({ kind: KIND, key, replaces: null })),
    };
  },
});

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
