import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import type { TownTables } from './town-tables.ts';

const storedTables = z.object({
  stamp: z.string(),
  points: z.instanceof(Float32Array),
  nameEnds: z.instanceof(Uint32Array),
  names: z.instanceof(Uint8Array),
  regionOf: z.instanceof(Uint16Array),
  regions: z.array(z.string()),
});

/**
 * Tables of an earlier start, as they were made of the same files; null = there are none.
 * @param path Where they may be.
 * @param madeOf Files that the tables come from, the one that makes them among these.
 */
export function readStoredTables(path: string, madeOf: readonly string[]): TownTables | null {
  try {
    const { stamp, points, nameEnds, names, regionOf, regions } = storedTables.parse(
      deserialize(readFileSync(path)),
    );
    if (stamp !== stampOf(madeOf)) return null;
    return {
      points: new Float32Array(shared(points)),
      nameEnds: new Uint32Array(shared(nameEnds)),
      names: new Uint8Array(shared(names)),
      regionOf: new Uint16Array(shared(regionOf)),
      regions,
    };
  } catch {
    // Missing, or cut off: they are made again.
    return null;
  }
}

/** Readers meanwhile find the old tables or the new ones, whole. A folder that cannot be written stores none. */
export function storeTables(path: string, madeOf: readonly string[], tables: TownTables): void {
  const half = `${path}.${process.pid}-${threadId}`;
  try {
    writeFileSync(half, serialize({ stamp: stampOf(madeOf), ...tables }));
    renameSync(half, path);
  } catch {
    // The next start makes them again.
  }
}

/** Beside the compiled code that Node keeps between starts; null = it keeps none. */
export function storedTablesPath(): string | null {
  const folder = getCompileCacheDir();
  return folder === undefined ? null : join(folder, 'towns.bin');
}

const stampOf = (files: readonly string[]): string =>
  files
    .map((file) => {
      const { mtimeMs, size } = statSync(file);
      return `${file} ${size} ${mtimeMs}`;
    })
    .join('\n');

/** A copy in memory that threads share. */
function shared(view: ArrayBufferView): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(view.byteLength);
  new Uint8Array(buffer).set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  return buffer;
}
