import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TileArchive } from '@rastro/fleet';
import { SettingError } from '../settings/read-settings.ts';
import { readArchive } from './read-archive.ts';

/** Where browsers find the operator's street maps. */
export const MAP_TILES_PATH = '/map-tiles';
const SUFFIX = '.pmtiles';
const VERSION_DIGITS = 12;

/** A file of vector tiles that is served, under a name that can name no other file. */
export interface ServedArchive extends TileArchive {
  readonly name: string;
  readonly path: string;
}

/**
 * The archives of `MAP_PMTILES`: one file, or all of a folder in the order of their names, the first on top.
 * @param place Empty = none.
 * @throws SettingError when there is none, or one that cannot be read.
 */
export async function findArchives(place: string): Promise<readonly ServedArchive[]> {
  if (place === '') return [];
  const paths = await pathsOf(place);
  if (paths.length === 0) throw settingError(`has no file *${SUFFIX} in ${place}`);
  return Promise.all(
    paths.map(async (path) => {
      const name = basename(path);
      try {
        const version = versionOf(await stat(path));
        return {
          ...(await readArchive(path)),
          name,
          path,
          url: `${MAP_TILES_PATH}/${encodeURIComponent(name)}?v=${version}`,
        };
      } catch (error) {
        throw settingError(`leads to ${path}, which ${reasonOf(error)}`);
      }
    }),
  );
}

/** Distinguishes contents of a file without reading it: archives may be larger than the memory. */
export function versionOf({
  size,
  mtimeMs,
  ino,
}: {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}): string {
  return createHash('sha256').update(`${size} ${mtimeMs} ${ino}`).digest('hex').slice(0, VERSION_DIGITS);
}

async function pathsOf(place: string): Promise<readonly string[]> {
  try {
    if (!(await stat(place)).isDirectory()) return [place];
    const names = (await readdir(place)).filter((name) => name.endsWith(SUFFIX) && !name.startsWith('.'));
    return names.toSorted().map((name) => join(place, name));
  } catch (error) {
    throw settingError(`leads to ${place}, which ${reasonOf(error)}`);
  }
}

const settingError = (what: string): SettingError => new SettingError(`Setting MAP_PMTILES ${what}`);

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'cannot be read';
  return 'code' in error ? `cannot be read (${String(error.code)})` : error.message;
}
