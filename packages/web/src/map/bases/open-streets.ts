import type { TileArchive } from '@rastro/fleet';
import { addProtocol } from 'maplibre-gl';
import { PMTiles } from 'pmtiles';
import type { StyleOptions } from '../ground/base-style.ts';
import { archiveGroups, firstTile, type ArchiveGroup, type TileReader } from './archive-tiles.ts';
import type { BaseParts } from './base-parts.ts';
import { STREET_PROTOCOL, streetParts } from './street-style.ts';

/** MapLibre knows protocols for the whole page, so what they lead to is known for the whole page, too. */
const groups = new Map<string, ArchiveGroup>();
const readers = new Map<string, TileReader>();
const keys = new WeakMap<readonly TileArchive[], string>();

/** The operator's own streets. Files are opened when a tile of theirs is wanted. */
export function openStreets(archives: readonly TileArchive[], style: StyleOptions): BaseParts {
  const key = keys.get(archives) ?? String(groups.size);
  keys.set(archives, key);
  const found = archiveGroups(archives);
  for (const group of found) groups.set(`${key}-${group.maxZoom}`, group);
  addProtocol(STREET_PROTOCOL, async ({ url }, { signal }) => {
    const [, name = '', ...address] = /^\w+:\/\/([\d-]+)\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? [];
    const [z = 0, x = 0, y = 0] = address.map(Number);
    return { data: await firstTile(groups.get(name)?.archives ?? [], readerOf, { z, x, y }, signal) };
  });
  return streetParts(found, key, style);
}

function readerOf(url: string): TileReader {
  const known = readers.get(url);
  if (known !== undefined) return known;
  const file = new PMTiles(url);
  const reader: TileReader = {
    tile: async ({ z, x, y }, signal) => (await file.getZxy(z, x, y, signal))?.data,
  };
  readers.set(url, reader);
  return reader;
}
