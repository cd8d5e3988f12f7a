import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@rastro/base';
import type { Clock } from '@rastro/base';
import type { Job } from '@rastro/extension';
import type { HealthOfDisk } from '@rastro/fleet';
import type { ExtensionStorage } from '@rastro/storage';

type Sizes = Pick<HealthOfDisk, 'databaseBytes' | 'walBytes'>;
/** Size of the data at an instant. */
export interface SizeThen {
  readonly at: number;
  readonly bytes: number;
}

const KIND = 'dataSize';
const JOB = 'data-size';
/** Growth is that of the last week. */
const RETENTION_DAYS = 8;

/** Databases of a folder, and what was written and is not in them yet. */
export async function sizesIn(folder: string): Promise<Sizes> {
  const bytesOf = async (ending: string): Promise<number> => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
    // A file may be gone meanwhile.
    const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
    return sizes.reduce((sum, each) => sum + (each?.size ?? 0), 0);
  };
  return { databaseBytes: await bytesOf('.sqlite'), walBytes: await bytesOf('.sqlite-wal') };
}

/** Bytes a day since the oldest of the last week; null = no measurement is a day old. */
export function growthOf(then: readonly SizeThen[], now: SizeThen): number | null {
  const since = now.at - (RETENTION_DAYS - 1) * DAY_MS;
  const [oldest] = then.filter(({ at }) => at >= since && at <= now.at - DAY_MS);
  if (!oldest) return null;
  return Math.max(0, Math.round((now.bytes - oldest.bytes) / ((now.at - oldest.at) / DAY_MS)));
}

/** The disk that holds the data, and how fast that grows. */
export async function measureDisk(
  folder: string,
  storage: ExtensionStorage,
  now: number,
): Promise<HealthOfDisk> {
  const [disk, sizes, then] = await Promise.all([statfs(folder), sizesIn(folder), readSizes(storage)]);
  const freeBytes = disk.bavail * disk.bsize;
  const growthPerDay = growthOf(then, { at: now, bytes: sizes.databaseBytes });
  return {
    ...sizes,
    freeBytes,
    totalBytes: disk.blocks * disk.bsize,
    growthPerDay,
    daysLeft: growthPerDay === null || growthPerDay === 0 ? null : Math.floor(freeBytes / growthPerDay),
  };
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
export const recordSizes = (folder: string, storage: ExtensionStorage, clock: Pick<Clock, 'now'>): Job => ({
  name: JOB,
  everyMs: HOUR_MS,
  due: (done, now) => {
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    return done === null || done < today ? [today] : [];
  },
  perform: async (instant) => {
    const { databaseBytes: bytes } = await sizesIn(folder);
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
